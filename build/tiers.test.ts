import { globSync } from 'node:fs'
import { parse } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '../web/routes.ts'
import { fileTiers, isUpTo, routeTiers, tiersOf, type Graph } from './tiers.ts'

const pages: RouteConfigEntry[] = [
  {
    id: 'card',
    file: 'card.tsx',
    children: [
      { id: 'home', file: 'home.tsx' },
      { id: 'about', file: 'about.tsx' },
      { id: 'new-page', file: 'new-page.tsx' },
    ],
  },
  { id: 'owner', file: 'owner.tsx', children: [{ id: 'analytics', file: 'analytics.tsx' }] },
  { id: 'admin', file: 'admin.tsx', children: [{ id: 'admin-page', file: 'admin-page.tsx' }] },
  { file: 'front.tsx' },
]

/** What each file imports; a name that begins with `?` is imported lazily. */
const imports: Record<string, string[]> = {
  'entry.client.tsx': ['clock.ts', '?hydrate.tsx', '?store.ts'],
  'hydrate.tsx': ['clock.ts', 'react.ts'],
  'card.tsx': ['link.ts', '?prompt.tsx', '?card-app.tsx'],
  'home.tsx': ['link.ts'],
  'about.tsx': ['text.ts', 'link.ts'],
  'prompt.tsx': ['dialog.ts', 'text.ts', '?plan-notices.tsx'],
  'card-app.tsx': ['dialog.ts', 'push.ts'],
  'plan-notices.tsx': ['plan.ts', 'push.ts'],
  'front.tsx': ['button.ts', 'dialog.ts'],
  'analytics.tsx': ['chart.ts', 'button.ts'],
  'admin-page.tsx': ['table.ts', 'chart.ts', '?report.ts'],
}

const graphOf = (folder: string): Graph => ({
  getModuleInfo(id) {
    const inFolder = (names: string[]) => names.map((name) => `${folder}/${name.replace('?', '')}`)
    const all = imports[id.replace(`${folder}/`, '')] ?? []
    return {
      importedIds: inFolder(all.filter((name) => !name.startsWith('?'))),
      dynamicallyImportedIds: inFolder(all.filter((name) => name.startsWith('?'))),
    }
  },
})
const tierOf = (file: string) => tiersOf('/web', pages)(`/web/${file}`, graphOf('/web'))

describe('the tier of a module', () => {
  test.each([
    ['clock.ts', 'start'],
    ['react.ts', 'card'],
    ['link.ts', 'card'],
    ['text.ts', 'pages'],
    ['dialog.ts', 'deferred'],
    ['push.ts', 'installed'],
    ['button.ts', 'site'],
    ['plan.ts', 'owner'],
    ['chart.ts', 'owner'],
    ['table.ts', 'account'],
    ['on-no-page.ts', 'account'],
  ])('is the first that imports it: %s is in %s', (file, tier) => {
    expect(tierOf(file)).toBe(tier)
  })

  test.each([
    ['hydrate.tsx', 'card'],
    ['card-app.tsx', 'installed'],
    ['plan-notices.tsx', 'owner'],
    ['store.ts', 'deferred'],
    ['prompt.tsx', 'deferred'],
    ['report.ts', 'account'],
  ])('is its own if it is named, and deferred at least if it loads lazily: %s is in %s', (file, tier) => {
    expect(tierOf(file)).toBe(tier)
  })

  test.each([
    ['new-page.tsx', 'site'],
    ['front.tsx', 'site'],
    ['analytics.tsx', 'owner'],
    ['admin-page.tsx', 'account'],
  ])('is its parent’s for a route that is not named, or the site’s: %s is in %s', (file, tier) => {
    expect(tierOf(file)).toBe(tier)
  })

  test('is never before that of a module it imports', () => {
    for (const [file, all] of Object.entries(imports))
      for (const imported of all.filter((name) => !name.startsWith('?')))
        expect(isUpTo(tierOf(imported), tierOf(file)), `${file} imports ${imported}`).toBe(true)
  })
})

test('each route and file that is named exists', () => {
  const idsOf = (some: readonly RouteConfigEntry[]): string[] => some.flatMap(({ id = '', children = [] }) => [id, ...idsOf(children)])
  const ids = ['entry.client', 'root', ...idsOf(routes)]
  const files = globSync('web/**/*.tsx', { exclude: ['web/build/**'] }).map((file) => parse(file).name)
  expect(ids).toEqual(expect.arrayContaining(Object.values(routeTiers).flat()))
  expect(files).toEqual(expect.arrayContaining(Object.values(fileTiers).flat()))
})
