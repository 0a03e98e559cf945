import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fontFace, plainPage } from './html.ts'

test('plain pages use the product’s typeface, from the web build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carte-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const assets = pathToFileURL(`${folder}/`)
  expect([fontFace(assets), fontFace(new URL('missing/', assets))]).toEqual(['', ''])
  for (const name of ['sans-ext-B1b2_3d4.woff2', 'sans-narrow-C1b2c3d4.woff2', 'sans-A1-_c3d4.woff2'])
    await writeFile(new URL(name, assets), '')
  expect(fontFace(assets)).toContain(`src: url('/assets/sans-A1-_c3d4.woff2')`)

  const page = plainPage({ title: 'Reference', body: '' })
  expect(await page.text()).toMatch(/font: 16px\/1.55 'Instrument Sans Variable'/)
  expect(page.headers.get('content-security-policy')).toContain("font-src 'self'")
})
