import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { aWire } from '../../tests/harness/wire.ts'
import { openChanges, type Change, type Changes } from './changes/changes.ts'
import { openDatabase } from './database.ts'
import type { KeepAlive } from './changes/subscribe.ts'

async function anInstance(databaseUrl: string, keepAlive?: KeepAlive) {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
  const changes = await openChanges(database, silentLog, keepAlive)
  return {
    database,
    changes,
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function next(changes: Changes): Promise<Change | 'everything'> {
  return new Promise((resolve) => {
    const stop = changes.on((change) => {
      stop()
      resolve(change)
    })
  })
}

test('a change reaches every instance', async () => {
  await using stored = await aDatabase()
  await using here = await anInstance(stored.url)
  await using there = await anInstance(stored.url)
  const received = Promise.all([next(here.changes), next(there.changes)])
  const answer = await here.changes.write(async (_tx, tell) => {
    tell('card:a')
    return 'kept'
  })
  expect(answer).toBe('kept')
  expect(await received).toEqual(['card:a', 'card:a'])
})

test('a change that is rolled back is not announced', async () => {
  await using stored = await aDatabase()
  await using here = await anInstance(stored.url)
  await using there = await anInstance(stored.url)
  const received = Promise.all([next(here.changes), next(there.changes)])
  const failing = here.changes.write(async (_tx, tell) => {
    tell('card:lost')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await here.changes.write(async (_tx, tell) => tell('card:kept'))
  expect(await received).toEqual(['card:kept', 'card:kept'])
})

test('after its connection broke, an instance clears its caches and receives changes again', async () => {
  await using stored = await aDatabase()
  await using here = await anInstance(stored.url)
  const cleared = next(here.changes)
  await here.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carte-changes' and datname = current_database()`,
  )
  expect(await cleared).toBe('everything')

  await using there = await anInstance(stored.url)
  const received = next(here.changes)
  await there.changes.write(async (_tx, tell) => tell('card:b'))
  expect(await received).toBe('card:b')
})

test('a connection that is silently dead is detected, and caches are cleared', async () => {
  await using stored = await aDatabase()
  await using wire = await aWire(stored.url)
  await using here = await anInstance(wire.url, { keepAliveMs: 50, answerMs: 2000 })
  const cleared = next(here.changes)
  wire.freeze('carte-changes')
  expect(await cleared).toBe('everything')

  await using there = await anInstance(stored.url)
  const received = next(here.changes)
  await there.changes.write(async (_tx, tell) => tell('card:c'))
  expect(await received).toBe('card:c')
})

test('connections that break, idle or busy, do not end the process, and the next query succeeds', async () => {
  await using stored = await aDatabase()
  await using here = await anInstance(stored.url)
  const { pool, db } = here.database
  const breakAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'carte' and pid <> pg_backend_pid()`
  const busy = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await pool.query(breakAll)
    await pool.query('select 1')
    await tx.execute(sql`select 2`)
  })
  await expect(busy).rejects.toThrow(/Failed query|not queryable|terminated/)
  expect((await pool.query('select 3 as answer')).rows).toEqual([{ answer: 3 }])
})

test('closing during a reconnect leaves no connection behind', async () => {
  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  const listeners = `from pg_stat_activity where application_name = 'carte-changes' and datname = current_database()`
  for (let time = 0; time < 10; time++) {
    const lost = Promise.withResolvers<void>()
    const log = { ...silentLog, warn: (event: string) => event === 'changes-connection-lost' && lost.resolve() }
    const changes = await openChanges(database, log)
    await database.pool.query(`select pg_terminate_backend(pid) ${listeners}`)
    await lost.promise
    await changes[Symbol.asyncDispose]()
  }
  await expect.poll(async () => (await database.pool.query(`select pid ${listeners}`)).rows).toEqual([])
})
