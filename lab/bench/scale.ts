import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { target } from './scale/assumptions.ts'
import { extrapolate } from './scale/extrapolate.ts'
import { fill } from './scale/fill.ts'
import { weigh, type Weight } from './scale/measure.ts'
import { measureWork } from './scale/work.ts'

const cards = Number(process.argv[2] ?? 1000)
/** Rows per card, for a month. */
const events = Math.round((cards * target.eventsPerMonth) / target.cards)
const tables = [
  'subject',
  'alias',
  'membership',
  'account',
  'subscription',
  'short_link',
  'contact',
  'contact_consent',
  'visit_event',
  'visit_day',
  'visit_quarter',
]

/** Measures the cost of a row and of a request, and extrapolates to ten million cards. Fills a database first; more cards take longer. */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: 'off' }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const { pool } = app.deps
  await fill(app, cards, events)
  await pool.query('vacuum analyze')

  const weights: Record<string, Weight> = {}
  for (const name of tables) weights[name] = await weigh(pool, name)
  const eventCount = weights['visit_event']?.rows ?? 1
  const { rows } = await pool.query<{ count: string }>(`
    select count(*) from (select 1 from visit_day group by subject_id, date_trunc('month', day), name, dimension, value) folded`)
  const countsPerEvent = (weights['visit_day']?.rows ?? 0) / eventCount
  const monthsPerEvent = Number(rows[0]?.count) / eventCount
  const costs = await measureWork(app)

  print('MEASURED', `${count(cards)} cards, ${count(eventCount)} events of a month`)
  for (const [name, { heap, indexes }] of Object.entries(weights))
    print(`${name}: bytes a row`, `${count(heap)}; ${indexes.map((index) => `${index.name} ${count(index.bytes)}`).join(', ')}`)
  print('counts for each event, by day / by month', `${countsPerEvent.toFixed(2)} / ${monthsPerEvent.toFixed(2)}`)
  for (const [name, { log, nodeMs, databaseMs }] of Object.entries(costs))
    print(`${name}: log / Node / PostgreSQL`, `${count(log)} bytes / ${nodeMs.toFixed(3)} ms / ${databaseMs.toFixed(3)} ms`)
  print(
    '\nSTRETCHED',
    `${count(target.cards)} cards, ${count(target.eventsPerMonth)} events a month, busiest hour ${target.peak} times the average`,
  )
  for (const [name, value] of extrapolate({ weights, countsPerEvent, monthsPerEvent, costs })) print(name, value)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function print(name: string, value: string) {
  console.log(`${name.padEnd(72)} ${value}`)
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
