import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { pageStyles } from './page-styles.ts'

test.each(['client', 'server'])('the %s has the address of a style sheet, and only the server its text', async (side) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'page-styles-'))
  const page = join(folder.path, 'page.js')
  await writeFile(page, `import styles from './look.css?page-style'\nconsole.log(styles.href, styles.css)`)
  await writeFile(join(folder.path, 'look.css'), '.look { color: red }')
  const built = await build({
    root: folder.path,
    configFile: false,
    logLevel: 'silent',
    plugins: [pageStyles()],
    build: { write: false, assetsInlineLimit: 0, ssr: side === 'server', ssrEmitAssets: true, rolldownOptions: { input: page } },
  })
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  const sheets = files.flatMap((file) => (file.fileName.endsWith('.css') ? [file.fileName] : []))

  expect(sheets).toEqual([expect.stringMatching(/^assets\/look-[\w-]{8}\.css$/)])
  expect(scripts).toContain(`/${sheets[0]}`)
  expect(scripts.includes('color')).toBe(side === 'server')
})
