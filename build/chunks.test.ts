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
/** Other modules are shared by many pages. */
const sharersOfId: Record<string, string[]> = {
  '/web/audit-row.tsx': ['admin'],
  '/web/chart.tsx': ['owner-analytics', 'admin'],
  '/web/map.tsx': ['owner-analytics', 'owner-print'],
  '\0icons/gavel': ['admin'],
}
const sharersOf = (id: string) => new Set(sharersOfId[id] ?? ['card', 'owner', 'editor', 'admin'])
const groups = chunkGroups((id) => tierOfId[id] ?? 'account', sharersOf).toSorted((one, other) => other.priority - one.priority)
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
  ['\0icons/gavel', 'admin'],
  ['/web/audit-row.tsx', 'admin'],
  ['/web/chart.tsx', 'admin-owner-analytics'],
  ['/web/map.tsx', null],
])('%j is in the chunk %s', (id, chunk) => {
  expect(chunkOf(id)).toBe(chunk)
})

test('the entry is a file of its own', () => {
  expect(chunkOf('/web/entry.client.tsx')).toBeNull()
})
