import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#contract/api.ts'
import { offerOf } from '#server/billing/orders/offered-plans.ts'
import { createApp, type App } from '#server/app.ts'
import { loadPageBuild } from '#server/http/pages/page-build.ts'
import { readSettings } from '#server/settings.ts'
import { siteOf } from '#server/settings/site-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'

const rounds = Number(process.argv[2] ?? 200)
const path = '/maren/home'

/**
 * Time to first byte of an uncached page, compared with its parts: its queries one by one on an idle connection,
 * and rendering from responses that are already there. Interleaved.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = readSettings({ DATA_DIR: dataDir })
  await using app = await createApp(settings, { log: silentLog, works: false })
  const question = () => new Request(settings.publicUrl + path, { headers: { 'user-agent': phone, 'accept-encoding': 'br' } })
  const { queries, uncached } = await learn(app, question)
  const pages = await loadPageBuild(() => ({ site: siteOf(settings), offer: offerOf(settings) }))
  const api = answersThatAreThere(app)

  const timings: Record<'whole' | 'query' | 'render', number[]> = { whole: [], query: [], render: [] }
  for (let round = -20; round < rounds; round++) {
    await uncached()
    const whole = await timed(async () => void (await app.fetch(question())))
    const query = await timed(async () => {
      for (const parts of queries) await Reflect.apply(app.deps.pool.query, app.deps.pool, parts)
    })
    const render = await timed(async () => (await pages.render(question(), api)).response.text())
    // The first runs warm up the compiler.
    if (round < 0) continue
    timings.whole.push(whole)
    timings.query.push(query)
    timings.render.push(render)
  }
  const [whole, query, render] = [median(timings.whole), median(timings.query), median(timings.render)]
  console.log(`first byte of an uncached page               ${whole.toFixed(2)} ms`)
  console.log(`its ${queries.length} queries alone                           ${query.toFixed(2)} ms`)
  console.log(`the same page rendered from ready answers   ${render.toFixed(2)} ms`)
  console.log(`ratio to both together                      ${(whole / (query + render)).toFixed(2)}`)
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

/** Requested once each, then served from memory. */
function answersThatAreThere({ fetch, deps: { settings } }: App): Api {
  const ready = new Map<string, unknown>()
  const client = createClient({
    slug: settings.productSlug,
    fetch: (path, init) => fetch(new Request(new URL(String(path), settings.publicUrl), init)),
  })
  return {
    async call(name, parts) {
      const key = JSON.stringify([name, parts])
      if (!ready.has(key)) ready.set(key, await client.call(name, parts))
      // The contract's own result of this call.
      return ready.get(key) as Awaited<ReturnType<typeof client.call<typeof name>>>
    },
  }
}
