import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { sharersOf } from './sharers.ts'

const pages: RouteConfigEntry[] = [
  { id: 'card', file: 'card.tsx', children: [{ id: 'home', file: 'home.tsx' }] },
  { id: 'admin', file: 'admin.tsx', children: [{ file: 'admin-jobs.tsx' }, { file: 'admin-mail.tsx' }] },
]
/** What each file imports; a name that begins with `?` is imported lazily. */
const imports: Record<string, string[]> = {
  'entry.client.tsx': ['?hydrate.tsx'],
  'hydrate.tsx': ['clock.ts'],
  'card.tsx': ['link.ts', '?prompt.tsx'],
  'home.tsx': ['link.ts'],
  'prompt.tsx': ['dialog.ts'],
  'admin.tsx': ['link.ts'],
  'admin-jobs.tsx': ['table.ts', 'dialog.ts'],
  'admin-mail.tsx': ['table.ts'],
  'link.ts': ['clock.ts'],
}
const graph = {
  getModuleInfo(id: string) {
    const all = imports[id.replace('/web/', '')] ?? []
    const named = (isLazy: boolean) => all.filter((name) => name.startsWith('?') === isLazy).map((name) => `/web/${name.replace('?', '')}`)
    return { importedIds: named(false), dynamicallyImportedIds: named(true) }
  },
}

test.each([
  ['clock.ts', ['admin', 'card', 'home', 'hydrate']],
  ['link.ts', ['admin', 'card', 'home']],
  ['dialog.ts', ['admin', 'prompt']],
  ['table.ts', ['admin']],
  ['on-no-page.ts', []],
])('pages and lazy files wait for what they import, and the admin’s pages are one: %s', (file, names) => {
  expect([...sharersOf('/web', pages)(`/web/${file}`, graph)].toSorted()).toEqual(names)
})
