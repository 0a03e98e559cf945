import { expect, test } from 'vitest'
import { chunkGroups } from './chunks.ts'
import type { Tier } from './tiers.ts'

const tierOfId: Record<string, Tier> = {
  '/web/entry.client.tsx': 'start',
  '/web/clock.ts': 'start',
  '/web/hydrate.tsx': 'card',
  '/web/dialog.tsx': 'deferred',
  '\0icons/mail': 'card',
  '\0icons/bell': 'installed',
}
const groups = chunkGroups((id) => tierOfId[id] ?? 'account').toSorted((one, other) => other.priority - one.priority)
const graph = { getModuleInfo: () => null }
const chunkOf = (id: string) => groups.map(({ name }) => name(id, graph)).find((name) => name !== null) ?? null

test.each([
  ['/web/clock.ts', 'start'],
  ['/web/hydrate.tsx', 'kit'],
  ['/web/dialog.tsx', 'deferred-kit'],
  ['/web/table.tsx', 'account-kit'],
  ['/web/platform/device-store.ts', 'device-store'],
  ['/node_modules/react/index.js', 'framework'],
  ['\0icons/mail', 'kit'],
  ['\0icons/bell', 'icons'],
  ['\0icons/wrench', 'site-icons'],
])('%j is in the chunk %s', (id, chunk) => {
  expect(chunkOf(id)).toBe(chunk)
})

test('the entry is a file of its own', () => {
  expect(chunkOf('/web/entry.client.tsx')).toBeNull()
})
