import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aDatabaseProxy } from '../../tests/harness/database-proxy.ts'
import { openChanges, type Change, type Changes } from './changes/changes.ts'
import { announceChange } from './changes/poll.ts'
import { openDatabase } from './database.ts'
import type { KeepAlive } from './changes/subscribe-to-changes.ts'
import { eventually } from '../../tests/harness/eventually.ts'

async function anInstance(databaseUrl: string, keepAlive?: KeepAlive) {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
  const changes = await openChanges(database, silentLog, { keepAlive })
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
  const answer = await here.changes.write(async (_tx, notify) => {
    notify('card:a')
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
  const failing = here.changes.write(async (_tx, notify) => {
    notify('card:lost')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await here.changes.write(async (_tx, notify) => notify('card:kept'))
  expect(await received).toEqual(['card:kept', 'card:kept'])
})

test('after a broken connection, an instance clears its caches and gets changes', async () => {
  await using stored = await aDatabase()
  await using here = await anInstance(stored.url)
  const cleared = next(here.changes)
  await here.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carte-changes' and datname = current_database()`,
  )
  expect(await cleared).toBe('everything')

  await using there = await anInstance(stored.url)
  const received = next(here.changes)
  await there.changes.write(async (_tx, notify) => notify('card:b'))
  expect(await received).toBe('card:b')
})

test('a connection that is silently dead is detected, and caches are cleared', async () => {
  await using stored = await aDatabase()
  await using proxy = await aDatabaseProxy(stored.url)
  await using here = await anInstance(proxy.url, { keepAliveMs: 50, answerMs: 2000 })
  const cleared = next(here.changes)
  proxy.freeze('carte-changes')
  expect(await cleared).toBe('everything')

  await using there = await anInstance(stored.url)
  const received = next(here.changes)
  await there.changes.write(async (_tx, notify) => notify('card:c'))
  expect(await received).toBe('card:c')
})

test('an instance knows that no changes arrive until it is connected again', async () => {
  await using stored = await aDatabase()
  await using proxy = await aDatabaseProxy(stored.url)
  await using here = await anInstance(proxy.url)
  expect(here.changes.isListening()).toBe(true)
  proxy.cut()
  await eventually(() => expect(here.changes.isListening()).toBe(false))
  const cleared = next(here.changes)
  proxy.restore()
  expect(await cleared).toBe('everything')
  expect(here.changes.isListening()).toBe(true)
})

test('a broken connection does not end the process; the next query succeeds', async () => {
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
  await eventually(async () => expect((await database.pool.query(`select pid ${listeners}`)).rows).toEqual([]))
})

/** Two instances behind a pooler. `received`: what the second one gets. */
async function twoThatPoll() {
  await using undo = new AsyncDisposableStack()
  const stored = undo.use(await aDatabase())
  const { db } = undo.use(await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog))
  const open = () => openChanges({ db, direct: null }, silentLog, { pollMs: 20 })
  const here = undo.use(await open())
  const there = undo.use(await open())
  const received: string[] = []
  const opened = undo.move()
  return { db, here, there, received, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('polling finds a change that commits after later ones, once', async () => {
  await using both = await twoThatPoll()
  const { db, here, there, received } = both
  there.on((change) => received.push(change))
  await db.transaction(async (tx) => {
    await announceChange(tx, 'carte_changes', 'card:late')
    await here.write(async (_tx, notify) => notify('card:early'))
    await eventually(() => expect(received).toEqual(['card:early']))
  })
  await eventually(() => expect(received).toEqual(['card:early', 'card:late']))
  await here.write(async (_tx, notify) => notify('card:next'))
  await eventually(() => expect(received).toEqual(['card:early', 'card:late', 'card:next']))
})

test('polling clears caches after a suspension', async () => {
  await using both = await twoThatPoll()
  const cleared = next(both.there)
  const resumedMs = performance.now() + 31_000
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    // The faked clock begins at zero.
    vi.advanceTimersByTime(resumedMs)
    expect(await cleared).toBe('everything')
  } finally {
    vi.useRealTimers()
  }
})

test('polling that gets no answers knows it, and then reads what it missed', async () => {
  await using stored = await aDatabase()
  await using proxy = await aDatabaseProxy(stored.url)
  await using here = await anInstance(stored.url)
  await using database = await openDatabase({ databaseUrl: proxy.url, dataDir: '/nowhere' }, silentLog)
  await using there = await openChanges({ db: database.db, direct: null }, silentLog, { pollMs: 20 })
  proxy.cut()
  await eventually(() => expect(there.isListening()).toBe(false))
  await here.changes.write(async (_tx, notify) => notify('card:missed'))
  const received = next(there)
  proxy.restore()
  expect(await received).toBe('card:missed')
  await eventually(() => expect(there.isListening()).toBe(true))
})

test('polling repeats changes when a listener throws', async () => {
  await using both = await twoThatPoll()
  const { here, there, received } = both
  let failures = 0
  there.on(() => {
    if (failures++ === 0) throw new Error('no')
  })
  there.on((change) => received.push(change))
  await here.write(async (_tx, notify) => ['card:a', 'card:b'].forEach((change) => notify(change as Change)))
  await eventually(() => expect(received.toSorted()).toEqual(['card:a', 'card:b']))
})

test('polling deletes expired changes and leaves the others', async () => {
  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  await database.pool
    .query(`insert into spent (kind, key, until) values ('change', 'old', now()), ('change', 'new', now() + interval '1 hour'),
    ('nonce', 'old', now())`)
  await using _changes = await openChanges({ db: database.db, direct: null }, silentLog)
  const { rows } = await database.pool.query(`select kind, key from spent where kind <> 'polling' order by key`)
  expect(rows).toEqual([
    { kind: 'change', key: 'new' },
    { kind: 'nonce', key: 'old' },
  ])
})
