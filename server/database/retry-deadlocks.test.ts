import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { aDatabase } from '../../tests/harness/database.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { queryRows } from '../../tests/harness/run-sql.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { retryDeadlocks } from './changes/retry-deadlocks.ts'
import { openDatabase } from './database.ts'
import { openPool } from './pool.ts'

test('two transactions in a deadlock both commit, one of them in a retry', async () => {
  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  await database.pool.query(`create table tally (name text primary key, count int not null); insert into tally values ('a', 0), ('b', 0)`)
  const met = Promise.withResolvers<void>()
  let started = 0
  const addTo = (first: string, second: string) =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`set local deadlock_timeout = '10ms'`)
      await tx.execute(sql`update tally set count = count + 1 where name = ${first}`)
      if (++started === 2) met.resolve()
      await met.promise
      await tx.execute(sql`update tally set count = count + 1 where name = ${second}`)
    })
  await Promise.all([addTo('a', 'b'), addTo('b', 'a')])
  const { rows } = await database.pool.query('select name, count from tally order by name')
  expect(rows).toEqual([
    { name: 'a', count: 2 },
    { name: 'b', count: 2 },
  ])
  // On a slow machine PostgreSQL may roll back each of them once.
  expect(started).toBeGreaterThan(2)
})

test('other errors are not retried', async () => {
  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  let times = 0
  const failing = database.db.transaction(async () => {
    times++
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(times).toBe(1)
})

test('a transaction that timed out reports that, not its failed rollback', async () => {
  await using stored = await aDatabase()
  const pool = openPool({ connectionString: stored.url }, silentLog, 1)
  await pool.query('select 1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const slow = retryDeadlocks(drizzle(pool)).transaction((tx) => tx.execute(sql`select pg_sleep(600)`))
    const ended = slow.catch((error: unknown) => error)
    const asleep = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await eventually(async () => expect(await queryRows(stored.url, asleep)).toHaveLength(1))
    vi.advanceTimersByTime(60_000)
    expect(await ended).toMatchObject({ cause: { message: 'Query read timeout' } })
  } finally {
    vi.useRealTimers()
  }
  await pool.end()
})
