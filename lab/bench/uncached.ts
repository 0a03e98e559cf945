import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#contract/api.ts'
import { offerOf } from '#server/billing/orders/offered-plans.ts'
import { createApp, type App } from '#server/app.ts'
import { compress, toBrotli } from '#server/http/cache/compress.ts'
import { mergeScripts } from '#server/http/pages/merge-scripts.ts'
import { omitDesktopStyles } from '#server/http/pages/omit-desktop-styles.ts'
import { loadPageBuild } from '#server/http/pages/page-build.ts'
import { sealPage } from '#server/http/security/seal-page.ts'
import { readSettings } from '#server/settings.ts'
import { siteOf } from '#server/settings/site-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'

const rounds = Number(process.argv[2] ?? 200)
const path = '/maren/home'

/**
 * Time to first byte of an uncached page, compared with its parts: its queries one by one on an idle connection, rendering from responses
 * that are already there, and what is done with the rendered page. Interleaved.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = readSettings({ DATA_DIR: dataDir })
  await using app = await createApp(settings, { log: silentLog, works: false })
  const question = () => new Request(settings.publicUrl + path, { headers: { 'user-agent': phone, 'accept-encoding': 'br' } })
  const { queries, uncached } = await learn(app, question)
  const pages = await loadPageBuild(() => ({ site: siteOf(settings), offer: offerOf(settings) }))
  const api = answersThatAreThere(app)
  const { response } = await pages.render(question(), api)
  const [html, nonce] = [await response.text(), response.headers.get('x-nonce') ?? '']
  const seal = () => sealPage(mergeScripts(omitDesktopStyles(html), nonce), nonce).html
  const sealed = Buffer.from(seal())

  const works = {
    whole: async () => void (await app.fetch(question())),
    async queries() {
      for (const parts of queries) await Reflect.apply(app.deps.pool.query, app.deps.pool, parts)
    },
    render: async () => (await pages.render(question(), api)).response.text(),
    seal: async () => seal(),
    compress: () => compress(sealed),
    brotli: () => toBrotli(sealed, 'first'),
  }
  const timings = Object.entries(works).map(([name, work]) => ({ name, work, times: [] as number[] }))
  for (let round = -20; round < rounds; round++) {
    await uncached()
    for (const { work, times } of timings) {
      const ms = await timed(work)
      // The first runs warm up the compiler.
      if (round >= 0) times.push(ms)
    }
  }
  const medianOf = (name: keyof typeof works) => median(timings.find((one) => one.name === name)?.times ?? [])
  const print = (name: string, value: string) => console.log(`${name.padEnd(60)} ${value}`)
  print('first byte of an uncached page', `${medianOf('whole').toFixed(2)} ms`)
  print(`its ${queries.length} queries alone`, `${medianOf('queries').toFixed(2)} ms`)
  print('the same page rendered from ready answers', `${medianOf('render').toFixed(2)} ms`)
  print('ratio to both together', (medianOf('whole') / (medianOf('queries') + medianOf('render'))).toFixed(2))
  print(`its ${html.length} characters cut for a phone, and its policy`, `${medianOf('seal').toFixed(2)} ms`)
  print(
    `${sealed.length} bytes compressed twice / with brotli alone`,
    `${medianOf('compress').toFixed(2)} / ${medianOf('brotli').toFixed(2)} ms`,
  )
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** The queries of one page, and a way to invalidate its cache as an edit does. */
async function learn({ fetch, deps }: App, question: () => Request) {
  const queries: unknown[][] = []
  const { pool, changes } = deps
  const { query } = pool
  await fetch(question())
  const id = (await deps.db.execute<{ id: string }>(`select subject_id as id from alias where name = 'maren'`)).rows[0]?.id
  const uncached = () => changes.write(async (_, emit) => emit(`card:${id}`))
  await uncached()
  pool.query = (...parts: unknown[]) => {
    // Other statements on these connections are included: the visit counter writes, and only writes.
    if (/^\s*select/i.test(textOf(parts[0]))) queries.push(parts)
    return Reflect.apply(query, pool, parts)
  }
  await fetch(question())
  pool.query = query
  return { queries, uncached }
}

function textOf(query: unknown): string {
  return String(typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query)
}

/** Requested once each, then served from memory, refusals too: a visitor's page asks who is logged in. */
function answersThatAreThere({ fetch, deps: { settings } }: App): Api {
  const ready = new Map<string, Promise<unknown>>()
  const client = createClient({
    slug: settings.productSlug,
    fetch: (path, init) => fetch(new Request(new URL(String(path), settings.publicUrl), init)),
  })
  return {
    async call(name, parts) {
      const key = JSON.stringify([name, parts])
      const answer = ready.get(key) ?? client.call(name, parts)
      ready.set(key, answer)
      // The contract's own result of this call; a copy, because pages remember what they compute from it.
      return structuredClone(await answer) as Awaited<ReturnType<typeof client.call<typeof name>>>
    },
  }
}
