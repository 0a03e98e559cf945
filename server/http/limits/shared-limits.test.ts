import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Limit } from '#contract/endpoint.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { aDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { eventually, patienceMs } from '../../../tests/harness/eventually.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import type { Limits } from './limits.ts'
import { openLimits } from './limit-book.ts'
import { cleanUpLimits } from './cleanup.job.ts'

let stored: TestDatabase
let here: Database
let there: Database
beforeAll(async () => {
  stored = await aDatabase()
  const settings = { databaseUrl: stored.url, dataDir: '/nowhere' }
  here = await openDatabase(settings, silentLog)
  there = await openDatabase(settings, silentLog)
})
afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await there[Symbol.asyncDispose]()
  await stored[Symbol.asyncDispose]()
})

const aServer = (database: Database, timeoutMs = patienceMs) => openLimits({ ...database, clock: systemClock, log: silentLog, timeoutMs })
// An hour: no test outlasts it.
const five: Limit = { per: 'email', count: 5, windowSeconds: 3600 }

async function allowed(servers: readonly Limits[], who: string, limit: Limit, tries: number): Promise<number> {
  let count = 0
  for (let one = 0; one < tries; one++) if ((await servers[one % servers.length]?.take('sign-in', who, limit)) === 0) count++
  return count
}

test('a limit holds across servers, for sequential calls', async () => {
  expect(await allowed([await aServer(here), await aServer(there)], 'ann', five, 20)).toBe(5)
})

test('a limit holds across servers, for concurrent calls', async () => {
  const servers = await Promise.all([aServer(here), aServer(there), aServer(here)])
  const answers = await Promise.all(Array.from({ length: 60 }, async (_, one) => servers[one % 3]?.take('sign-in', 'ben', five)))
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5)
  // One more than the window for a call that began before the one that opened the window.
  expect(answers.filter((seconds) => seconds !== undefined && seconds > 3000 && seconds <= 3601)).toHaveLength(55)
})

test('a window opened by a later statement still counts for one that waited for it', async () => {
  await allowed([await aServer(here)], 'flo', five, 5)
  await here.pool.query(`update limit_window set ends_at = now() + interval '3601 seconds' where used = 5`)
  expect(await (await aServer(there)).take('sign-in', 'flo', five)).toBeGreaterThan(0)
})

test('a restarted server still refuses a caller, for the same time', async () => {
  expect(await allowed([await aServer(here)], 'cid', five, 6)).toBe(5)
  const again = await aServer(here)
  expect(await again.take('sign-in', 'cid', five)).toBeGreaterThan(3000)
  expect(await again.take('sign-in', 'dora', five)).toBe(0)
})

test('a high limit is reported a twentieth at a time and exceeded by at most that', async () => {
  const many: Limit = { per: 'address', count: 1200, windowSeconds: 3600 }
  const count = await allowed([await aServer(here), await aServer(there)], '192.0.2.7', many, 3000)
  expect(count).toBeGreaterThanOrEqual(1200)
  expect(count).toBeLessThanOrEqual(1200 + 60)
})

test('an expired window starts over, also after the clock jumped', async () => {
  const limits = await aServer(here)
  await allowed([limits], 'eve', five, 6)
  await here.pool.query(`update limit_window set ends_at = now() - interval '1 second'`)
  expect(await (await aServer(there)).take('sign-in', 'eve', five)).toBe(0)
  await here.pool.query(`update limit_window set used = 99, ends_at = now() + interval '1 year'`)
  expect(await (await aServer(there)).take('sign-in', 'eve', five)).toBe(0)
})

test('stored keys do not reveal addresses', async () => {
  await (await aServer(here)).take('sign-in', '192.0.2.99', five)
  const { rows } = await here.pool.query<{ row: string }>('select limit_window::text as row from limit_window')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('192.0.2.99')
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('192.0.2.99').toString('hex'))
})

test('a caller who is already refused costs no query', async () => {
  const limits = await aServer(here)
  await allowed([limits], 'flora', five, 5)
  await limits.take('sign-in', 'flora', five)
  const { rows: before } = await here.pool.query<{ used: number }>('select sum(used)::int as used from limit_window')
  await Promise.all(Array.from({ length: 500 }, () => limits.take('sign-in', 'flora', five)))
  const { rows: after } = await here.pool.query<{ used: number }>('select sum(used)::int as used from limit_window')
  expect(after).toEqual(before)
})

test('60,000 concurrent callers are all served, and evict nothing', async () => {
  const limits = await aServer(here)
  await allowed([limits], 'gus', five, 5)
  const strangers = Array.from({ length: 60_000 }, (_, one) => limits.take('sign-in', `stranger ${one}`, five))
  expect((await Promise.all(strangers)).every((seconds) => seconds === 0)).toBe(true)
  expect(await (await aServer(there)).take('sign-in', 'gus', five)).toBeGreaterThan(0)
})

test('while the database is unavailable, each server counts by itself', async () => {
  const locked = await there.pool.connect()
  const limits = await aServer(here, 50)
  await locked.query('begin')
  await locked.query('lock table limit_window')
  // Answered while the lock is held.
  expect(await allowed([limits], 'hal', five, 20)).toBe(5)
  await locked.query('rollback')
  locked.release()
  // The next batch tries the database again.
  const other = await aServer(there)
  let round = 0
  await eventually(async () => expect(await allowed([limits, other], `ida ${round++}`, five, 20)).toBe(5))
})

test('expired windows are deleted, others stay', async () => {
  await here.pool.query(
    `insert into limit_window select decode(md5(one::text), 'hex'), 1, 60, now() - interval '1 second' from generate_series(1, 25000) one`,
  )
  const limits = await aServer(here)
  await allowed([limits], 'jan', five, 5)
  await cleanUpLimits({ ...here, clock: systemClock }).run({})
  const { rows } = await here.pool.query<{ over: number }>('select count(*)::int as over from limit_window where ends_at < now()')
  expect(rows).toEqual([{ over: 0 }])
  expect(await (await aServer(there)).take('sign-in', 'jan', five)).toBeGreaterThan(0)
})
