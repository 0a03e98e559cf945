import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { weighHtml } from '../lab/bench/first-view.ts'
import { phone } from '../lab/bench/phone.ts'
import { findSecrets } from '../scripts/supply/find-secrets.ts'
import { languages } from '#contract/languages.ts'
import { listShell } from '../build/list-shell.ts'
import { eventually } from './harness/eventually.ts'
import { openSiteApp } from './harness/site-app.ts'
import { theSite } from './harness/the-site.ts'
import { layoutDemos } from './samples/layout-demos.ts'

const KB = 1024

describe.each(layoutDemos)('the first view of %s', (alias) => {
  const address = () => `${theSite().url}/${alias}/home`

  // Ten segments of 1,460 bytes; TLS needs some of them. A page that is requested again is compressed best.
  test.each(languages)('is one flight of packets to a phone, headers and styles included, in %s', async (language) => {
    expect((await weighHtml(address(), phone, language)).sent).toBeLessThanOrEqual(13_800)
    await eventually(async () => expect((await weighHtml(address(), phone, language)).sent).toBeLessThanOrEqual(12_900))
  })

  // The contact form is compressed for each visitor. Reviews are texts: below the first of them, nothing is in the first view.
  test.each([
    ['about', 13_500],
    ['connect', 13_500],
    ['contact', 13_500],
    ['install', 13_500],
    ['report', 13_500],
    ['lets-connect', 14_000],
    ['reviews', 14_600],
  ])('is one flight of packets on the page %s, in the wordiest language', async (page, bytesMax) => {
    const url = `${theSite().url}/${alias}/${page}`
    await eventually(async () => expect((await weighHtml(url, phone, 'fr-CA')).sent).toBeLessThanOrEqual(bytesMax))
  })

  test('is at most 18 KB for a desktop, headers and styles included', async () => {
    expect((await weighHtml(address(), '')).sent).toBeLessThanOrEqual(18 * KB)
  })

  test('has at most 30 KB of styles', async () => {
    expect((await weighHtml(address())).styles).toBeLessThanOrEqual(30 * KB)
  })

  test('waits for no script and for no style sheet', async () => {
    const html = await (await fetch(address())).text()

    expect(html).not.toMatch(/<script[^>]*\bsrc=/)
    expect(html).not.toMatch(/<script[^>]*type="module"/)
    expect(html).not.toMatch(/rel="modulepreload"/)
    expect(html.split('</head>')[0]).not.toMatch(/rel="stylesheet"/)
  })
})

// A wide screen also shows reviews and review sites.
test.each([
  ['a phone', phone, 5],
  ['a wide screen', '', 10],
])('an uncached card costs %s few queries', async (_, userAgent, queriesMax) => {
  await using app = await openSiteApp({ pages: true })
  // The job queue opens with the first request; that is no cost of the card.
  await app.deps.jobs.settle()
  const query = vi.spyOn(app.deps.pool, 'query')
  const answer = await app.fetch(new Request(`${app.deps.settings.publicUrl}/maren/home`, { headers: { 'user-agent': userAgent } }))

  expect(answer.status).toBe(200)
  expect(query.mock.calls.length).toBeGreaterThan(0)
  expect(query.mock.calls.length).toBeLessThanOrEqual(queriesMax)
})

test('no file sent to browsers looks like it contains a secret', () => {
  const files = readdirSync('web/build/client', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|json|webmanifest)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => findSecrets(readFileSync(`web/build/client/${file}`, 'utf8')))).toEqual([])
})

test('no script contains a schema: they are heavy, and the page policy forbids eval', () => {
  const assets = new URL('../web/build/client/assets/', import.meta.url)
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))

  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((name) => readFileSync(new URL(name, assets), 'utf8').includes('_zod'))).toEqual([])
})

test('an installed card precaches at most 300 KB compressed, in every language', async () => {
  const shell = listShell(new URL('../web/build/client/assets', import.meta.url).pathname)
  const weigh = async (path: string) => {
    const file = await fetch(theSite().url + path)
    expect(file.status, path).toBe(200)
    const body = Buffer.from(await file.arrayBuffer())
    return path.endsWith('.woff2') ? body.length : brotliCompressSync(body).length
  }
  const sum = async (paths: readonly string[]) => {
    let all = 0
    // Sequential: a hundred connections exceed the limit of one address.
    for (const path of paths) all += await weigh(path)
    return all
  }
  const shared = await sum([...shell.shared, '/offline'])
  for (const language of languages) expect(shared + (await sum(shell.languages[language] ?? [])), language).toBeLessThanOrEqual(300 * KB)
  console.info(`precached for an installed card: ${((shared + (await sum(shell.languages.en ?? []))) / KB).toFixed(1)} KB in English`)
})
