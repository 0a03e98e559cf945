import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { startSite } from '../../../tests/harness/site.ts'
import { runLoad } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { phone } from '../phone.ts'
import { target } from './assumptions.ts'
import { fill } from './fill.ts'
import { weigh } from './measure.ts'

/** Each view is an event when the card opens, one for its page and one for a click. */
const traffic = { viewsPerDay: 30, contactsPerWeek: 3 }
/** Cards with a month of this traffic, to measure its rows. */
const busyCards = 50
const uncachedMax = 1000
const headers = { 'Accept-Encoding': 'br', 'Accept-Language': 'en', 'User-Agent': phone }

/** Measures the memory, disk and CPU of an installation by its number of cards: the table in the README. */
const measured = []
for (const cards of [1, 1000, 100_000]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
  try {
    const disk = await measureDisk(dataDir, cards)
    measured.push({ cards, ...disk, ...(await measureServer(dataDir, disk.aliases)) })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
// The bytes of a row come from the largest tables: small ones are mostly empty pages.
const { growth = { bytes: 0, bytesOfCounts: 0 } } = measured.at(-1) ?? {}
const picturesPerCard = target.picturesPerCard * target.bytesPerPicture
console.log('| cards | memory | database | pictures | growth a year | without single events | pages a second |')
console.log('|---|---|---|---|---|---|---|')
for (const { cards, memory, databaseBytes, cached, uncached } of measured) {
  const sizes = [databaseBytes, cards * picturesPerCard, cards * growth.bytes, cards * growth.bytesOfCounts].map(size)
  const memories = `${Math.round(memory.sharedFairlyMegabytes)} MB (${Math.round(memory.residentMegabytes)} MB resident)`
  const cells = [cards.toLocaleString('en'), memories, ...sizes, `${rounded(cached)}${cards > 1 ? `; ${rounded(uncached)} uncached` : ''}`]
  console.log(`| ${cells.join(' | ')} |`)
}
console.log(`\n${cpus()[0]?.model.trim()}, Node ${process.versions.node}`)

async function measureDisk(dataDir: string, cards: number) {
  await using app = await createApp(readSettings({ DATA_DIR: dataDir, DEMO: 'off' }), { log: silentLog, pages: false, works: false })
  const { pool } = app.deps
  await fill(app, cards, cards, 1)
  await pool.query('vacuum analyze')
  const { rows: sizes } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const { rows: some } = await pool.query<{ alias: string }>(`select alias from subject order by id limit ${uncachedMax}`)
  return { databaseBytes: Number(sizes[0]?.bytes), aliases: some.map(({ alias }) => alias), growth: await measureGrowth(app) }
}

/** Bytes that one card adds in a year, of which quarter hours stay for 90 days. */
async function measureGrowth({ deps: { pool } }: App) {
  await pool.query(`
    insert into visit_event (subject_id, at, id, name, params)
    select c.id, now() - (v + random()) * interval '1 day' / ${traffic.viewsPerDay}, gen_random_uuid(), e.name, jsonb_build_object(e.dimension, e.values[1 + floor(random() * 3)::int])
    from (select id from subject order by id limit ${busyCards}) c, generate_series(0, ${30 * traffic.viewsPerDay - 1}) v,
      (values ('open_carte', 'platform_used', array['Mobile', 'Mobile', 'Desktop']), ('page_view', 'page_name', array['home', 'about', 'reviews']),
        ('homepage_click', 'homepage_click', array['Call Me', 'Text Me', 'Instagram'])) e (name, dimension, values)`)
  const { rows: busy } = await pool.query<{ cards: string; events: string }>(
    `select count(distinct subject_id) as cards, count(*) as events from (select subject_id from visit_event where subject_id in (select id from subject order by id limit ${busyCards})) e`,
  )
  const counted = `from visit_event, jsonb_each_text(params) where subject_id in (select id from subject order by id limit ${busyCards})`
  const { rowCount: days } = await pool.query(`
    insert into visit_day (subject_id, day, name, dimension, value, count) select subject_id, at::date, name, key, value, count(*) ${counted} group by 1, 2, 3, 4, 5
    on conflict do nothing`)
  const { rowCount: quarters } = await pool.query(`
    insert into visit_quarter select subject_id, name, key, value, date_bin('15 minutes', at, 'epoch'), count(*) ${counted} group by 1, 2, 3, 4, 5
    on conflict do nothing`)
  await pool.query('vacuum analyze')
  const bytesOf = async (table: string) => {
    const { heap, indexes } = await weigh(pool, table)
    return heap + indexes.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const perCard = 1 / Number(busy[0]?.cards)
  const events = Number(busy[0]?.events) * perCard * (365 / 30) * (await bytesOf('visit_event'))
  const counts = (days ?? 0) * perCard * (365 / 30) * (await bytesOf('visit_day'))
  const recent = (quarters ?? 0) * perCard * (90 / 30) * (await bytesOf('visit_quarter'))
  const contacts = traffic.contactsPerWeek * (365 / 7) * ((await bytesOf('contact')) + (await bytesOf('contact_consent')))
  return { bytes: events + counts + recent + contacts, bytesOfCounts: counts + recent + contacts }
}

/** The server and its database on one core, the load on another. */
async function measureServer(dataDir: string, aliases: string[]) {
  const environment = { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', LIMIT_FACTOR: '1000' }
  await using site = await startSite({ environment, before: ['taskset', '-c', '0'] })
  const pages = aliases.map((alias) => `${site.url}/${alias}/home`).values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const page of pages) {
        const response = await fetch(page, { headers })
        if (!response.ok) throw new Error(`${page} answered ${response.status}`)
        await response.arrayBuffer()
      }
    }),
  )
  const uncached = (aliases.length / (performance.now() - started)) * 1000
  const { requestsPerSecond: cached } = await runLoad(`${site.url}/${aliases[0]}/home`, headers, 5)
  return { cached, uncached, memory: memoryOf(site.pid) }
}

function size(bytes: number): string {
  const [divisor, unit] = bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${Number((bytes / divisor).toPrecision(2)).toLocaleString('en')} ${unit}`
}

function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}
