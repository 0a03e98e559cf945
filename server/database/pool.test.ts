import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { eventually, patienceMs } from '../../tests/harness/eventually.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { Client, urlsPerHost } from './client.ts'
import { isAway } from './is-away.ts'
import { openDatabase, type Db } from './database.ts'
import { openPool } from './pool.ts'

const size = 3

let stored: TestDatabase
let pool: pg.Pool
let db: Db
beforeEach(async () => {
  stored = await aDatabase()
  pool = openPool({ connectionString: stored.url }, silentLog, size)
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
  const queries = Array.from({ length: size }, () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      if (++count === size) all.resolve()
      await all.promise
      return rows[0]?.pid ?? 0
    }),
  )
  return Promise.all(queries)
}

const anyTransaction = () => db.transaction((tx) => tx.execute(sql`select 1`))
const signalAll = (pids: number[], signal: NodeJS.Signals) => pids.forEach((pid) => process.kill(pid, signal))

test('connections that end during `begin` are released, however often', async () => {
  for (let time = 0; time < 5; time++) {
    const backends = await everyBackend()
    // In the same tick: the pool does not know of their end yet.
    signalAll(backends, 'SIGTERM')
    const started = await Promise.allSettled(Array.from({ length: size }, anyTransaction))
    const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter((reason) => !isAway(reason))).toEqual([])
  }
  expect(new Set(await everyBackend()).size).toBe(size)
})

test('connections to a cluster stay open while they are idle', async () => {
  await db.execute(sql`create table pg_dist_partition as select 'subject'::regclass as logicalrelid`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
    await Promise.all([database.db.execute(sql`select 1`), database.reportDb.execute(sql`select 1`)])
    const pools = [database.pool, (database.reportDb as unknown as { $client: pg.Pool }).$client]
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pools.map(({ idleCount }) => idleCount)).toEqual([1, 1])
  } finally {
    vi.useRealTimers()
  }
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  frozen.resolve()
  let isOver = false
  const ending = Promise.allSettled([caught, anyTransaction()]).finally(() => (isOver = true))
  await eventually(() => {
    vi.advanceTimersByTime(60_000)
    expect(isOver).toBe(true)
  })
  vi.useRealTimers()
  const results = await ending
  signalAll([pid, ...idle], 'SIGCONT')

  expect(results.map((one) => one.status === 'rejected' && isAway(one.reason))).toEqual([true, true])
  const backends = await everyBackend()
  expect(new Set(backends).size).toBe(size)
  for (const stuck of [pid, ...idle]) expect(backends).not.toContain(stuck)
})

test('releasing a connection twice does no harm', async () => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGTERM')
  await eventually(() => expect(pool.totalCount).toBe(0))
  client.release()
  expect(new Set(await everyBackend()).size).toBe(size)
})

test('a connection to a read-only database is used for a second', async () => {
  const switchTo = (state: string) =>
    db.execute(
      sql.raw(`do $$ begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end $$`),
    )
  await switchTo('on')
  const after = openPool({ connectionString: stored.url }, silentLog, 1)
  const pid = async () => (await after.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const write = () => drizzle(after).transaction((tx) => tx.execute(sql`create table note ()`))
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const first = await pid()
    await expect(write()).rejects.toThrow('create table note')
    expect(await pid()).toBe(first)
    vi.advanceTimersByTime(1001)
    expect(await pid()).toBe(first)
    await switchTo('off')
    await write()
    expect(await pid()).not.toBe(first)
  } finally {
    vi.useRealTimers()
  }
  await after.end()
})

test('an error right behind the login does not end the process', async () => {
  const [ok, ready] = [Buffer.from('R\0\0\0\x08\0\0\0\0'), Buffer.from('Z\0\0\0\x05I')]
  const fatal = Buffer.from('E\0\0\0\x1bSFATAL\0C57P01\0Mstop\0\0')
  fatal.writeInt32BE(fatal.length - 1, 1)
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([ok, ready, fatal])))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = new Client({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0, user: 'carte' })
  await client.connect()
  await expect(client.query('select 1')).rejects.toSatisfy(isAway)
  server.close()
})

test('several hosts are read as one address each', () => {
  expect(urlsPerHost('postgres://carte:a,b@c@one,two:5433/db?sslmode=disable')).toEqual([
    'postgres://carte:a,b@c@one/db?sslmode=disable',
    'postgres://carte:a,b@c@two:5433/db?sslmode=disable',
  ])
  expect(urlsPerHost('postgres:///db?host=/tmp')).toEqual(['postgres:///db?host=/tmp'])
})

test('a command of the command line has no statement timeout', async () => {
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog, { as: 'visit' })
  const { rows } = await database.db.execute(sql`select current_setting('statement_timeout') as limit`)
  expect(rows).toEqual([{ limit: '0' }])
  const lock = await pool.connect()
  await lock.query('select pg_advisory_lock(28)')
  // The driver's own limit runs on our clock, which can be moved forward by an hour while the statement runs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const slow = database.pool.query('select pg_advisory_lock(28)')
    const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 28 and not granted`
    const endsMs = performance.now() + patienceMs
    while ((await lock.query(isWaiting)).rows.length === 0) if (performance.now() > endsMs) throw new Error('The statement never ran.')
    vi.advanceTimersByTime(3_600_000)
    await lock.query('select pg_advisory_unlock(28)')
    expect((await slow).rowCount).toBe(1)
  } finally {
    vi.useRealTimers()
    lock.release()
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
