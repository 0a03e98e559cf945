import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { target } from './scale/assumptions.ts'
import { extrapolate } from './scale/extrapolate.ts'
import { fill } from './scale/fill.ts'
import { weigh, type Weight } from './scale/measure.ts'
import { measureWork } from './scale/work.ts'

const cards = Number(process.argv[2] ?? 1000)
/** As many for each card as a month brings. */
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

/** What a row and a request cost here, and what that makes of ten million cards. It fills a database first: a larger number of cards takes longer. */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: 'off' }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const { pool } = app.needs
  await fill(app, cards, events)
  await pool.query('vacuum analyze')

  const weights: Record<string, Weight> = {}
  for (const name of tables) weights[name] = await weigh(pool, name)
  const told = weights['visit_event']?.rows ?? 1
  const { rows } = await pool.query<{ count: string }>(`
    select count(*) from (select 1 from visit_day group by subject_id, date_trunc('month', day), name, dimension, value) folded`)
  const countsPerEvent = (weights['visit_day']?.rows ?? 0) / told
  const monthsPerEvent = Number(rows[0]?.count) / told
  const costs = await measureWork(app)

  say('MEASURED', `${count(cards)} cards, ${count(told)} events of a month`)
  for (const [name, { heap, indexes }] of Object.entries(weights))
    say(`${name}: bytes a row`, `${count(heap)}; ${indexes.map((index) => `${index.name} ${count(index.bytes)}`).join(', ')}`)
  say('counts for each event, by day / by month', `${countsPerEvent.toFixed(2)} / ${monthsPerEvent.toFixed(2)}`)
  for (const [name, { log, nodeMs, databaseMs }] of Object.entries(costs))
    say(`${name}: log / Node / PostgreSQL`, `${count(log)} bytes / ${nodeMs.toFixed(3)} ms / ${databaseMs.toFixed(3)} ms`)
  say(
    '\nSTRETCHED',
    `${count(target.cards)} cards, ${count(target.eventsPerMonth)} events a month, busiest hour ${target.peak} times the average`,
  )
  for (const [name, value] of extrapolate({ weights, countsPerEvent, monthsPerEvent, costs })) say(name, value)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function say(name: string, value: string) {
  console.log(`${name.padEnd(72)} ${value}`)
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
