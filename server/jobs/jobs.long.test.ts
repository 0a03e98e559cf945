import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import type { Log } from '#server/integrations/log.ts'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { aWire } from '../../tests/harness/wire.ts'
import type { Job } from './job.ts'
import { openJobs, type Jobs } from './jobs.ts'

const name = 'desk.import'
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
  { every, url = stored.url, log = silentLog }: { every?: string; url?: string; log?: Log } = {},
) {
  const database = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' }, silentLog)
  const job: Job<typeof name> = { name, run: ({ importId }) => run(importId), ...(every ? { every } : {}) }
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
  const begun = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<string>()
  const wire = await aWire(stored.url)
  const neverEnds = () => {
    begun.resolve()
    return new Promise<void>(() => {})
  }
  const killed = await aServer(neverEnds, { url: wire.url })
  await killed.jobs.enqueue(eye.db, name, { importId: 'one' })
  await begun.promise
  await aServer(async (importId) => taken.resolve(importId))
  // No more heartbeats.
  opened.splice(0, 1)
  await wire[Symbol.asyncDispose]()
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

test('while the queue cannot be opened, enqueuing fails fast instead of holding a transaction', async () => {
  const database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  const refused = Promise.withResolvers<void>()
  const log: Log = { ...silentLog, error: (event) => event === 'jobs-not-opened' && refused.resolve() }
  const wire = await aWire(stored.url)
  await wire[Symbol.asyncDispose]()
  const jobs = openJobs({ connection: { connectionString: wire.url }, log }, [], { works: false, pace })
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
  const seen: string[] = []
  const { jobs } = await aServer(async (importId) => {
    seen.push(importId)
    if (seen.length < 2) return
    second.resolve()
    await end.promise
  })
  for (const importId of ['1', '2']) await jobs.enqueue(eye.db, name, { importId })
  await second.promise
  expect(await query(`select data ->> 'importId' as done from jobs.job where name = '${name}' and state = 'completed'`)).toEqual([
    { done: seen[0] },
  ])
  end.resolve()
})

test('a job that finished during a database outage does not run again', async () => {
  let runs = 0
  await using wire = await aWire(stored.url)
  const missed = Promise.withResolvers<void>()
  const log: Log = { ...silentLog, warn: (event, facts) => event === 'jobs-error' && facts?.['job'] === name && missed.resolve() }
  const run = async () => {
    runs++
    wire.cut()
  }
  const { jobs } = await aServer(run, { log, url: wire.url })
  await jobs.enqueue(eye.db, name, { importId: 'once' })
  await missed.promise
  wire.mend()
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

test('a server that stops returns fetched jobs that have not started', async () => {
  const first = Promise.withResolvers<void>()
  const seen: string[] = []
  const { jobs } = await aServer(async (importId) => {
    seen.push(importId)
    if (seen.length === 2) await first.promise
  })
  for (const importId of ['1', '2', '3', '4', '5']) await jobs.enqueue(eye.db, name, { importId })
  while (seen.length < 2) await wait(10)
  const stopping = jobs[Symbol.asyncDispose]()
  first.resolve()
  await stopping
  expect(seen).toHaveLength(2)
  expect(await query(`select count(*)::int as waiting from jobs.job where name = '${name}' and state in ('created', 'retry')`)).toEqual([
    { waiting: 3 },
  ])
  expect(await query(`select count(*)::int as held from jobs.job where name = '${name}' and state = 'active'`)).toEqual([{ held: 0 }])
})

test('queues of an earlier release get the heartbeat timeout', async () => {
  const { jobs } = await aServer(async () => {})
  await jobs.settle()
  await query(`update jobs.queue set heartbeat_seconds = null, expire_seconds = 120 where name = '${name}'`)
  const later = await aServer(async () => {})
  await later.jobs.settle()
  expect(await query(`select heartbeat_seconds as silent, expire_seconds as longest from jobs.queue where name = '${name}'`)).toEqual([
    { silent: 10, longest: 21_600 },
  ])
})

test('PRIVACY a done job is deleted with its data an hour later', async () => {
  const { jobs } = await aServer(async () => {})
  for (const importId of ['an hour ago', 'just now']) await jobs.enqueue(eye.db, name, { importId })
  const given = async (state: string) =>
    (await query(`select data ->> 'importId' as given from jobs.job where name = '${name}' and state = '${state}' order by 1`)).map(
      (row) => row['given'],
    )
  await eventually(async () => expect(await given('completed')).toEqual(['an hour ago', 'just now']))
  await query(`update jobs.job set completed_on = now() - interval '61 minutes' where data ->> 'importId' = 'an hour ago'`)
  await eventually(async () => expect(await given('completed')).toEqual(['just now']))
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
