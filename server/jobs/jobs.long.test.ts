import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import type { Log } from '#server/integrations/log.ts'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aDatabaseProxy } from '../../tests/harness/database-proxy.ts'
import type { Job } from './job.ts'
import { openJobs, type Jobs } from './jobs.ts'

const name = 'admin.import'
const pace = { monitorSeconds: 1, lostAfterSeconds: 10, heartbeatEverySeconds: 0.05, cleanupSeconds: 1 }

let stored: TestDatabase
let eye: Database
const opened: { jobs: Jobs; database: Database }[] = []
beforeEach(async () => {
  stored = await aDatabase()
  eye = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
})
afterEach(async () => {
  for (const { jobs, database } of opened.splice(0)) {
    await jobs[Symbol.asyncDispose]()
    if (!database.pool.ended) await database[Symbol.asyncDispose]()
  }
  await eye[Symbol.asyncDispose]()
  await stored[Symbol.asyncDispose]()
})

async function aServer(
  run: (importId: string) => Promise<void>,
  {
    url = stored.url,
    log = silentLog,
    ...options
  }: Pick<Job, 'every' | 'isForOthers' | 'atOnce' | 'atOncePerCard'> & { url?: string; log?: Log } = {},
) {
  const database = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' }, silentLog)
  const job: Job<typeof name> = { name, run: ({ importId }) => run(importId), ...options }
  const jobs = openJobs({ ...database, log }, [job as Job], { works: true, pace })
  opened.push({ jobs, database })
  return { jobs, database }
}

const query = async (statement: string) => (await eye.pool.query<Record<string, unknown>>(statement)).rows
/** Waits until the queue has been checked this many times for due jobs and lost workers. */
async function checks(times: number) {
  const look = async () => String((await query(`select monitor_claim_on as at from jobs.queue where name = '${name}'`))[0]?.['at'])
  for (let time = 0, last = await look(); time < times; await wait(20)) {
    const next = await look()
    if (next !== last) time++
    last = next
  }
}

test('a scheduled job runs once, however many servers there are', async () => {
  const done: string[] = []
  await aServer(async () => void done.push('here'), { every: '* * * * *' })
  await aServer(async () => void done.push('there'), { every: '* * * * *' })
  while (done.length === 0) await wait(20)
  await checks(2)
  const [row] = await query(`select count(*)::int as times, count(distinct singleton_on)::int as moments,
    (select count(*)::int from jobs.job where name = '${name}') as jobs from jobs.job where name = '__pgboss__send-it'`)
  expect(row?.['times']).toBe(row?.['moments'])
  expect(row?.['jobs']).toBeLessThanOrEqual(Number(row?.['times']))
  expect(done.length).toBeLessThanOrEqual(Number(row?.['jobs']))
})

test('a schedule that this release no longer has is removed', async () => {
  const before = await aServer(async () => {}, { every: '* * * * *' })
  await before.jobs.ready()
  await eventually(async () => expect(await query('select 1 from jobs.schedule')).toHaveLength(1))
  await before.jobs[Symbol.asyncDispose]()
  await aServer(async () => {})
  await eventually(async () => expect(await query('select 1 from jobs.schedule')).toEqual([]))
})

test('a nightly job that was due while no server ran runs once when one is back', async () => {
  const runs: string[] = []
  const nightly = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`
  const first = await aServer(async () => void runs.push('before'), { every: nightly })
  await first.jobs.ready()
  await eventually(async () => expect(await query('select 1 from jobs.version where cron_on is not null')).toHaveLength(1))
  await first.jobs[Symbol.asyncDispose]()
  await query(`update jobs.schedule set created_on = created_on - interval '4 days'`)
  await query(`update jobs.version set cron_on = cron_on - interval '3 days'`)
  await aServer(async () => void runs.push('after'), { every: nightly })
  await eventually(async () => expect(runs).toEqual(['after']))
  await checks(2)
  expect(runs).toEqual(['after'])
})

test('another server takes the jobs of a server that was killed', async () => {
  const started = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<string>()
  const proxy = await aDatabaseProxy(stored.url)
  const neverEnds = () => {
    started.resolve()
    return new Promise<void>(() => {})
  }
  const killed = await aServer(neverEnds, { url: proxy.url })
  await killed.jobs.enqueue(eye.db, name, { importId: 'one' })
  await started.promise
  await aServer(async (importId) => taken.resolve(importId))
  // No more heartbeats.
  opened.splice(0, 1)
  await proxy[Symbol.asyncDispose]()
  await query(
    `update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute', retry_delay = 0, retry_backoff = false where name = '${name}'`,
  )
  expect(await taken.promise).toBe('one')
})

test('many requests before the queue is open do not keep it from opening', async () => {
  const done = new Set<string>()
  const { jobs, database } = await aServer(async (importId) => void done.add(importId))
  const ids = Array.from({ length: (database.pool.options.max ?? 0) * 2 }, (_, place) => String(place))
  await Promise.all(ids.map((importId) => database.db.transaction((tx) => jobs.enqueue(tx, name, { importId }))))
  await eventually(async () => expect([...done].toSorted()).toEqual(ids.toSorted()))
})

test('opening is retried after a failure', async () => {
  const database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  const refused = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<string>()
  const log: Log = { ...silentLog, error: (event) => event === 'jobs-not-opened' && refused.resolve() }
  const job: Job<typeof name> = { name, run: async ({ importId }) => taken.resolve(importId) }
  const called = new URL(stored.url).pathname.slice(1)
  const beside = new pg.Client(stored.url.replace(called, 'postgres'))
  await beside.connect()
  await beside.query(`alter database "${called}" allow_connections false`)
  const jobs = openJobs({ ...database, log }, [job as Job], { works: true, pace })
  opened.push({ jobs, database })
  await refused.promise
  await beside.query(`alter database "${called}" allow_connections true`)
  await beside.end()
  await eventually(() => jobs.enqueue(eye.db, name, { importId: 'later' }))
  expect(await taken.promise).toBe('later')
})

test('while the queue can’t be opened, enqueuing fails fast', async () => {
  const database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  const refused = Promise.withResolvers<void>()
  const log: Log = { ...silentLog, error: (event) => event === 'jobs-not-opened' && refused.resolve() }
  const proxy = await aDatabaseProxy(stored.url)
  await proxy[Symbol.asyncDispose]()
  const jobs = openJobs({ connection: { connectionString: proxy.url }, log }, [], { works: false, pace })
  opened.push({ jobs, database })
  await expect(jobs.ready()).rejects.toThrow('Jobs are not open yet')
  await refused.promise
  const since = performance.now()
  await expect(jobs.enqueue(eye.db, name, { importId: 'early' })).rejects.toThrow('Jobs are not open yet')
  await expect(jobs.ready()).rejects.toThrow('Jobs are not open yet')
  expect(performance.now() - since).toBeLessThan(500)
})

test('each job of a batch is recorded as done before the next one starts', async () => {
  const second = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const ranIds: string[] = []
  const { jobs } = await aServer(async (importId) => {
    ranIds.push(importId)
    if (ranIds.length < 2) return
    second.resolve()
    await end.promise
  })
  for (const importId of ['1', '2']) await jobs.enqueue(eye.db, name, { importId })
  await second.promise
  expect(await query(`select data ->> 'importId' as done from jobs.job where name = '${name}' and state = 'completed'`)).toEqual([
    { done: ranIds[0] },
  ])
  end.resolve()
})

test('a job that finished during a database outage does not run again', async () => {
  let runs = 0
  await using proxy = await aDatabaseProxy(stored.url)
  const missed = Promise.withResolvers<void>()
  const log: Log = { ...silentLog, warn: (event, facts) => event === 'jobs-error' && facts?.['job'] === name && missed.resolve() }
  const run = async () => {
    runs++
    proxy.cut()
  }
  const { jobs } = await aServer(run, { log, url: proxy.url })
  await jobs.enqueue(eye.db, name, { importId: 'once' })
  await missed.promise
  proxy.restore()
  await eventually(async () => expect(await query(`select state from jobs.job where name = '${name}'`)).toEqual([{ state: 'completed' }]))
  expect(runs).toBe(1)
  await opened.pop()?.jobs[Symbol.asyncDispose]()
})

test('a long job stays with its worker as long as heartbeats come', async () => {
  const end = Promise.withResolvers<void>()
  let runs = 0
  const run = () => {
    runs++
    return end.promise
  }
  const { jobs } = await aServer(run)
  await aServer(run)
  await jobs.enqueue(eye.db, name, { importId: 'long' })
  while (runs === 0) await wait(10)
  await query(
    `update jobs.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '6 seconds' where name = '${name}'`,
  )
  await checks(3)
  expect(runs).toBe(1)
  end.resolve()
  for (let state: unknown; state !== 'completed'; await wait(10))
    state = (await query(`select state from jobs.job where name = '${name}'`))[0]?.['state']
  expect(runs).toBe(1)
})

describe('jobs that run at once', () => {
  test('don’t wait for those that hang', async () => {
    const end = Promise.withResolvers<void>()
    const done: string[] = []
    const { jobs } = await aServer(async (importId) => (importId === 'hangs' ? end.promise : void done.push(importId)), { atOnce: 3 })
    await jobs.enqueueAll(eye.db, name, [{ importId: 'hangs' }, { importId: 'hangs' }])
    await eventually(async () => expect(await query(`select 1 from jobs.job where name = '${name}' and state = 'active'`)).toHaveLength(2))
    const others = Array.from({ length: 10 }, (_, place) => String(place))
    await jobs.enqueueAll(
      eye.db,
      name,
      others.map((importId) => ({ importId })),
    )
    await eventually(() => expect(done.toSorted()).toEqual(others))
    end.resolve()
    await eventually(async () => expect(await query(`select 1 from jobs.job where name = '${name}' and state <> 'completed'`)).toEqual([]))
  })

  test('are never more than allowed', async () => {
    const end = Promise.withResolvers<void>()
    let started = 0
    const run = () => {
      started++
      return end.promise
    }
    const { jobs } = await aServer(run, { atOnce: 2 })
    await jobs.enqueueAll(eye.db, name, [{ importId: '1' }, { importId: '2' }, { importId: '3' }])
    await eventually(() => expect(started).toBe(2))
    await checks(2)
    expect(started).toBe(2)
    end.resolve()
    await eventually(() => expect(started).toBe(3))
  })

  test('of one card take at most its share: others start, however many are queued', async () => {
    const end = Promise.withResolvers<void>()
    const started: string[] = []
    const run = (importId: string) => {
      started.push(importId)
      return end.promise
    }
    const { jobs } = await aServer(run, { atOnce: 4, atOncePerCard: 2 })
    const ofCard = (subjectId: string, many: number) => Array.from({ length: many }, () => ({ subjectId, importId: subjectId }))
    await jobs.enqueueAll(eye.db, name, ofCard('busy', 20))
    await eventually(() => expect(started).toHaveLength(2))
    await jobs.enqueueAll(eye.db, name, ofCard('other', 1))
    await eventually(() => expect(started).toEqual(['busy', 'busy', 'other']))
    end.resolve()
    await eventually(() => expect(started).toHaveLength(21))
  })

  test('of a card with many short ones leave turns to other cards', async () => {
    const started: string[] = []
    const run = async (importId: string) => {
      started.push(importId)
      await wait(5)
    }
    const { jobs } = await aServer(run, { atOnce: 4, atOncePerCard: 2 })
    const ofCard = (subjectId: string, many: number) => Array.from({ length: many }, () => ({ subjectId, importId: subjectId }))
    await jobs.enqueueAll(eye.db, name, [...ofCard('busy', 200), ...ofCard('other', 1)])
    await eventually(() => expect(started).toHaveLength(201))
    expect(started.indexOf('other')).toBeLessThan(100)
  })

  test('stay with their worker as long as heartbeats come', async () => {
    const end = Promise.withResolvers<void>()
    let runs = 0
    const run = () => {
      runs++
      return end.promise
    }
    const { jobs } = await aServer(run, { atOnce: 2 })
    await aServer(run, { atOnce: 2 })
    await jobs.enqueue(eye.db, name, { importId: 'long' })
    await eventually(() => expect(runs).toBe(1))
    await query(`update jobs.job set heartbeat_on = heartbeat_on - interval '6 seconds' where name = '${name}'`)
    await checks(3)
    expect(runs).toBe(1)
    end.resolve()
    await eventually(async () => expect(await query(`select state from jobs.job where name = '${name}'`)).toEqual([{ state: 'completed' }]))
  })

  test('are returned to the queue when their server stops', async () => {
    const { jobs } = await aServer(() => new Promise(() => {}), { atOnce: 2 })
    await jobs.enqueueAll(eye.db, name, [{ importId: '1' }, { importId: '2' }, { importId: '3' }])
    await eventually(async () => expect(await query(`select 1 from jobs.job where name = '${name}' and state = 'active'`)).toHaveLength(2))
    await jobs[Symbol.asyncDispose]()
    expect(await query(`select count(*)::int as waiting from jobs.job where name = '${name}' and state in ('created', 'retry')`)).toEqual([
      { waiting: 3 },
    ])
  })
})

test('a server that leaves a job to others never takes it', async () => {
  const done: string[] = []
  const { jobs } = await aServer(async () => void done.push('here'), { isForOthers: () => true })
  await jobs.enqueue(eye.db, name, { importId: '1' })
  await checks(4)
  expect(done).toEqual([])
  await aServer(async () => void done.push('there'))
  await eventually(() => expect(done).toEqual(['there']))
})

test('a job with a start time waits until then', async () => {
  const done: string[] = []
  const { jobs } = await aServer(async (importId) => void done.push(importId))
  await jobs.enqueue(eye.db, name, { importId: 'later' }, { startAfter: new Date(Date.now() + 3_600_000) })
  await jobs.enqueue(eye.db, name, { importId: 'now' })
  await eventually(() => expect(done).toEqual(['now']))
  await query(`update jobs.job set start_after = now() where state = 'created'`)
  await eventually(() => expect(done).toEqual(['now', 'later']))
})

test('a server that stops returns fetched jobs that have not started', async () => {
  const first = Promise.withResolvers<void>()
  const ranIds: string[] = []
  const { jobs } = await aServer(async (importId) => {
    ranIds.push(importId)
    if (ranIds.length === 2) await first.promise
  })
  for (const importId of ['1', '2', '3', '4', '5']) await jobs.enqueue(eye.db, name, { importId })
  while (ranIds.length < 2) await wait(10)
  const stopping = jobs[Symbol.asyncDispose]()
  first.resolve()
  await stopping
  expect(ranIds).toHaveLength(2)
  expect(await query(`select count(*)::int as waiting from jobs.job where name = '${name}' and state in ('created', 'retry')`)).toEqual([
    { waiting: 3 },
  ])
  expect(await query(`select count(*)::int as active from jobs.job where name = '${name}' and state = 'active'`)).toEqual([{ active: 0 }])
})

test('queues of an earlier release get the heartbeat timeout', async () => {
  const { jobs } = await aServer(async () => {})
  await jobs.settle()
  await query(`update jobs.queue set heartbeat_seconds = null, expire_seconds = 120 where name = '${name}'`)
  const nextServer = await aServer(async () => {})
  await nextServer.jobs.settle()
  expect(await query(`select heartbeat_seconds as silent, expire_seconds as longest from jobs.queue where name = '${name}'`)).toEqual([
    { silent: 10, longest: 21_600 },
  ])
})

test('PRIVACY a done job is deleted with its data an hour later', async () => {
  const { jobs } = await aServer(async () => {})
  for (const importId of ['an hour ago', 'just now']) await jobs.enqueue(eye.db, name, { importId })
  const importIds = async (state: string) =>
    (await query(`select data ->> 'importId' as id from jobs.job where name = '${name}' and state = '${state}' order by 1`)).map(
      (row) => row['id'],
    )
  await eventually(async () => expect(await importIds('completed')).toEqual(['an hour ago', 'just now']))
  await query(`update jobs.job set completed_on = now() - interval '61 minutes' where data ->> 'importId' = 'an hour ago'`)
  await eventually(async () => expect(await importIds('completed')).toEqual(['just now']))
})

test('PRIVACY the stored error of a failed job has no parameters', async () => {
  const { jobs } = await aServer(async () => {
    throw new DrizzleQueryError('insert into contact values ($1)', ['Ann Field'], new Error('no'))
  })
  await jobs.enqueue(eye.db, name, { importId: 'one' })
  const failed = () => query(`select output::text as said from jobs.job where name = '${name}' and state = 'retry'`)
  await eventually(async () => expect(await failed()).toHaveLength(1))
  expect(String((await failed())[0]?.['said'])).toContain('Failed query: insert into contact')
  expect(String((await failed())[0]?.['said'])).not.toContain('Ann Field')
})
