import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { isAway } from './is-away.ts'
import { openDatabase, type Db } from './database.ts'
import { openPool } from './pool.ts'

const size = 3
const silentMs = 2000

let stored: TestDatabase
let pool: pg.Pool
let db: Db
beforeEach(async () => {
  stored = await aDatabase()
  pool = openPool({ connectionString: stored.url }, silentLog, size, { silentMs })
  db = drizzle(pool)
})
afterEach(async () => {
  await pool.end()
  await stored[Symbol.asyncDispose]()
})

/** The backend pid of each connection, queried while all are checked out. */
async function everyBackend(): Promise<number[]> {
  const all = Promise.withResolvers<void>()
  let count = 0
  const asked = Array.from({ length: size }, () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      if (++count === size) all.resolve()
      await all.promise
      return rows[0]?.pid ?? 0
    }),
  )
  return Promise.all(asked)
}

const anyTransaction = () => db.transaction((tx) => tx.execute(sql`select 1`))
const signalAll = (pids: number[], signal: NodeJS.Signals) => pids.forEach((pid) => process.kill(pid, signal))

test('connections that end during `begin` are released, however often', async () => {
  for (let time = 0; time < 5; time++) {
    const backends = await everyBackend()
    // In the same tick: the pool does not know of their end yet.
    signalAll(backends, 'SIGTERM')
    const begun = await Promise.allSettled(Array.from({ length: size }, anyTransaction))
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter((reason) => !isAway(reason))).toEqual([])
  }
  expect(new Set(await everyBackend()).size).toBe(size)
})

test('connections that stop answering before or inside a transaction are replaced', async () => {
  const inside = Promise.withResolvers<void>()
  const frozen = Promise.withResolvers<void>()
  const caught = db.transaction(async (tx) => {
    inside.resolve()
    await frozen.promise
    await tx.execute(sql`select 1`)
  })
  await inside.promise
  const [{ pid } = { pid: 0 }] = (
    await pool.query<{ pid: number }>(`select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)
  ).rows
  const idle = (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows.map((row) => row.pid)
  signalAll([pid, ...idle], 'SIGSTOP')
  frozen.resolve()
  const told = await Promise.allSettled([caught, anyTransaction()])
  signalAll([pid, ...idle], 'SIGCONT')

  expect(told.map((one) => one.status === 'rejected' && isAway(one.reason))).toEqual([true, true])
  const backends = await everyBackend()
  expect(new Set(backends).size).toBe(size)
  for (const stuck of [pid, ...idle]) expect(backends).not.toContain(stuck)
})

test('releasing a connection twice does no harm', async () => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGTERM')
  while (pool.totalCount > 0) await wait(5)
  client.release()
  expect(new Set(await everyBackend()).size).toBe(size)
})

test('a command of the command line has no statement timeout', async () => {
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog, { as: 'visit' })
  const { rows } = await database.db.execute(sql`select current_setting('statement_timeout') as limit`)
  expect(rows).toEqual([{ limit: '0' }])
  // The driver's own limit runs on our clock, which can be moved forward by an hour while the statement runs.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const slow = database.pool.query('select pg_sleep(0.3)')
    const isRunning = sql`select 1 from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(0.3)'`
    while ((await database.db.execute(isRunning)).rows.length === 0);
    vi.advanceTimersByTime(3_600_000)
    expect((await slow).rowCount).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('dates are exchanged in ISO and UTC, whatever the database is configured with', async () => {
  await pool.query(`do $$ begin execute format('alter database %I set datestyle = ''SQL, DMY''', current_database()); end $$`)
  await pool.query(`do $$ begin execute format('alter database %I set timezone = ''Europe/Bucharest''', current_database()); end $$`)
  const after = openPool({ connectionString: stored.url }, silentLog, 1)
  const { rows } = await after.query(
    `select '2026-11-01T00:30:00Z'::timestamptz::text as at, '2026-11-01T23:30:00Z'::timestamptz::date::text as day`,
  )
  await after.end()
  expect(rows).toEqual([{ at: '2026-11-01 00:30:00+00', day: '2026-11-01' }])
})
