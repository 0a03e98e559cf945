import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#contract/api.ts'
import { offerOf } from '#server/billing/orders/offered-plans.ts'
import { createApp, type App } from '#server/app.ts'
import { loadPageBuild } from '#server/http/pages/page-build.ts'
import { readSettings } from '#server/settings.ts'
import { siteOf } from '#server/site-of.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'

const rounds = Number(process.argv[2] ?? 200)
const path = '/maren/home'

/**
 * What the first byte of a page costs that nobody has kept, against its parts alone: its queries one after the other on a
 * connection that has nothing else to do, and the same page rendered from answers that are there already. Turn by turn.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = readSettings({ DATA_DIR: dataDir })
  await using app = await createApp(settings, { log: silentLog, works: false })
  const question = () => new Request(settings.publicUrl + path, { headers: { 'user-agent': phone, 'accept-encoding': 'br' } })
  const { queries, uncached } = await learn(app, question)
  const pages = await loadPageBuild({ site: siteOf(settings), offer: offerOf(settings) })
  const api = answersThatAreThere(app)

  const kept: Record<'whole' | 'query' | 'render', number[]> = { whole: [], query: [], render: [] }
  for (let round = -20; round < rounds; round++) {
    await uncached()
    const whole = await timed(async () => void (await app.fetch(question())))
    const query = await timed(async () => {
      for (const parts of queries) await Reflect.apply(app.needs.pool.query, app.needs.pool, parts)
    })
    const render = await timed(async () => (await pages.render(question(), api)).response.text())
    // The first are for the compiler to warm up.
    if (round < 0) continue
    kept.whole.push(whole)
    kept.query.push(query)
    kept.render.push(render)
  }
  const [whole, query, render] = [median(kept.whole), median(kept.query), median(kept.render)]
  console.log(`first byte of a page that nobody kept        ${whole.toFixed(2)} ms`)
  console.log(`its ${queries.length} queries alone                           ${query.toFixed(2)} ms`)
  console.log(`the same page rendered from ready answers   ${render.toFixed(2)} ms`)
  console.log(`ratio to both together                      ${(whole / (query + render)).toFixed(2)}`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** What one page asks the database, and how to have it forgotten as an edit does. */
async function learn({ fetch, needs }: App, question: () => Request) {
  const queries: unknown[][] = []
  const { pool, changes } = needs
  const { query } = pool
  await fetch(question())
  const id = (await needs.db.execute<{ id: string }>(`select subject_id as id from alias where name = 'maren'`)).rows[0]?.id
  const uncached = () => changes.write(async (_, tell) => tell(`card:${id}`))
  await uncached()
  pool.query = (...parts: unknown[]) => {
    // Whoever else asks on these connections meanwhile is in it: the book of visits writes, and only writes.
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

/** Each asked for once, and given at once from then on. */
function answersThatAreThere({ fetch, needs: { settings } }: App): Api {
  const ready = new Map<string, unknown>()
  const client = createClient({
    slug: settings.productSlug,
    fetch: (path, init) => fetch(new Request(new URL(String(path), settings.publicUrl), init)),
  })
  return {
    async call(name, parts) {
      const key = JSON.stringify([name, parts])
      if (!ready.has(key)) ready.set(key, await client.call(name, parts))
      // What the contract made of this very call.
      return ready.get(key) as Awaited<ReturnType<typeof client.call<typeof name>>>
    },
  }
}
