import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconsIn, iconsOfServer } from './split-icons.ts'

test('a module’s icons are its string literals that name one', () => {
  expect([...iconsIn('jsx(Icon, { name: isBad ? "circle-alert" : "check" }); const row = { icon: \'mail\' }')]).toEqual([
    'check',
    'circle-alert',
    'mail',
  ])
  expect([...iconsIn('t("check.this"); "mailbox"; mail; `menu`')]).toEqual([])
})

test('strings that are compared, tags or selectors are not icons', () => {
  expect([
    ...iconsIn(
      'target.id === "share"; "share" in navigator; jsx("link", {}); createElement("menu"); jsx("nav", { className: "dock", id: "menu", popoverTarget: "share" })',
    ),
  ]).toEqual([])
})

test('a route has the icons of all modules that its loader imports', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'icons-'))
  const routes = join(folder.path, 'web', 'routes')
  await mkdir(routes, { recursive: true })
  await Promise.all([
    writeFile(join(routes, 'page.tsx'), `import { load } from './load.ts'\nexport const loader = load\nexport default () => <p />`),
    writeFile(join(routes, 'load.ts'), `import { rowOf } from './row.ts'\nexport const load = () => [rowOf()]`),
    writeFile(join(routes, 'row.ts'), `import './load.ts'\nexport const rowOf = () => ({ icon: 'mail' as const })`),
  ])
  expect([...(await iconsOfServer(join(routes, 'page.tsx')))]).toEqual(['mail'])
})
