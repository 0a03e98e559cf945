import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listShell } from './list-shell.ts'

test('an installed card precaches what its pages name, and no page behind the login', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shell-'))
  const routes = { card: { module: '/assets/card-aaaaaaa.js' }, editor: { module: '/assets/editor-aaaaaaa.js' } }
  const files = {
    'manifest-1.js': `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/assets/entry-aaaaaaa.js' }, routes })};`,
    'entry-aaaaaaa.js': `import("./hydrate-aaaaaaa.js")`,
    'hydrate-aaaaaaa.js': '',
    'card-aaaaaaa.js': `import "./card-kit-aaaaaaa.js"; import("./card-preview-aaaaaaa.js")`,
    'card-kit-aaaaaaa.js': '',
    'card-preview-aaaaaaa.js': `import "./owner-kit-aaaaaaa.js"`,
    'owner-kit-aaaaaaa.js': '',
    'editor-aaaaaaa.js': `import "./account-kit-aaaaaaa.js"`,
    'account-kit-aaaaaaa.js': '',
    'messages-fr-CA-card-aaaaaaa.js': '',
    'messages-fr-CA-deferred-aaaaaaa.js': '',
    'messages-fr-CA-account-aaaaaaa.js': '',
    'sans-aaaaaaaa.woff2': '',
    'sans-ext-aaaaaaaa.woff2': '',
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder.path, name), text)))

  const { shared, languages, fonts } = listShell(folder.path)
  expect(shared).toEqual(
    ['card-aaaaaaa.js', 'card-kit-aaaaaaa.js', 'entry-aaaaaaa.js', 'hydrate-aaaaaaa.js', 'manifest-1.js', 'sans-aaaaaaaa.woff2'].map(
      (name) => `/assets/${name}`,
    ),
  )
  expect(languages['fr-CA']).toEqual(['/assets/messages-fr-CA-card-aaaaaaa.js', '/assets/messages-fr-CA-deferred-aaaaaaa.js'])
  expect(fonts.extended).toEqual(['/assets/sans-ext-aaaaaaaa.woff2'])
})
