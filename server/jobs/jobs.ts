import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { retention } from '#contract/accounts/retention.ts'
import type { PgBoss } from 'pg-boss'
import { batchCalls } from '#server/common/batch-calls.ts'
import type { Database, Db } from '#server/database/database.ts'
import { isAway } from '#server/database/is-away.ts'
import { newId } from '#server/database/new-id.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import type { Log } from '#server/integrations/log.ts'
import { RecipientRefused } from '#server/integrations/mail/recipient-refused.ts'
import { redactError } from '#server/integrations/redact-error.ts'
import type { Job, JobData, JobName } from './job.ts'

type EnqueueOptions = { key?: string; startAfter?: Date }

export type Jobs = {
  /** Resolves when jobs can be enqueued. Wait here before opening a transaction, while no lock is held. */
  ready(): Promise<void>
  /**
   * Enqueues a job in the transaction it follows from. Enqueued twice with one key before it starts, it runs once. With `startAfter` it
   * starts then or later.
   */
  enqueue<N extends JobName>(tx: Db, name: N, data: JobData[N], options?: EnqueueOptions): Promise<void>
  /** Enqueues many jobs with one statement. `options` are theirs, in the same order. */
  enqueueAll<N extends JobName>(tx: Db, name: N, all: readonly JobData[N][], options?: readonly EnqueueOptions[]): Promise<void>
  /** Runs every waiting job now, and resolves when none is left. */
  settle(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Deps = Pick<Database, 'connection'> & { log: Log }
/**
 * `isCommand`: for a command of the command line, which waits as long as opening takes and fails with the error of the first attempt.
 * `openWithinMs`: how long a request waits for the queue to open.
 */
type Options = { works: boolean; pace?: Pace; isCommand?: boolean; openWithinMs?: number | undefined }
/** How often to check for due jobs and lost workers, when a worker without a heartbeat is lost, how often it sends one, how often to delete done jobs. */
type Pace = { monitorSeconds: number; lostAfterSeconds: number; heartbeatEverySeconds: number; cleanupSeconds?: number }

const defaultPace: Pace = { monitorSeconds: 30, lostAfterSeconds: 40, heartbeatEverySeconds: 10 }

const schema = 'jobs'
const noJobId = '00000000-0000-0000-0000-000000000000'
const pollMs = 2000
/** Of jobs that run at once: how often to look for due ones, and when there may be more. */
const atOncePollMs = { idle: 300, busy: 20 }
const retryMs = { first: 250, most: 5000 }
const defaultOpenWithinMs = 5000
/** How long running jobs may take at shutdown; then another server takes them. */
const shutdownMs = 5000
const batchMax = 5
/** Done jobs are deleted soon: a job may contain an address. */
const jobRetention = { deleteAfterSeconds: retention.doneJobHours * 3600 }
/**
 * A provider may be down for a night, so a job is retried for a day. A worker sends heartbeats: a long job stays with it as long as
 * they come, and goes to another worker soon after its own was killed.
 */
const attempts = { retryLimit: 100, retryBackoff: true, retryDelay: 5, retryDelayMax: 900, expireInSeconds: 6 * 3600 }

/**
 * A job queue in the database: any instance runs a job, once. It opens while the server already answers requests. With
 * `works: false` jobs are only enqueued, and run when `settle` is called.
 */
export function openJobs(
  { connection, log }: Deps,
  jobs: readonly Job[],
  { works, pace = defaultPace, isCommand = false, openWithinMs = defaultOpenWithinMs }: Options,
): Jobs {
  const { monitorSeconds, lostAfterSeconds, heartbeatEverySeconds, cleanupSeconds = 600 } = pace
  // A separate connection: transactions that wait for the queue may use all those that serve requests.
  const pool = openPool(connection, log, 1, isCommand ? unlimited : {})
  const stopping = new AbortController()
  const running = new Map<string, { job: Job; fetched: FetchedJob }>()
  const workers: Promise<void>[] = []
  let hasFailed = false
  const opening = openWithRetry()
  opening.catch(() => {})

  /** The database may be unavailable or overloaded at the start. Without a retry no job would run until a restart. */
  async function openWithRetry(): Promise<PgBoss> {
    for (let waitMs = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      const boss = await createBoss()
      try {
        await open(boss)
        hasFailed = false
        return boss
      } catch (error) {
        hasFailed = true
        await boss.stop({ graceful: false, close: false }).catch(() => {})
        if (isCommand || stopping.signal.aborted) throw error
        log.error('jobs-not-opened', { error, againInMs: waitMs })
        await wait(waitMs, undefined, { ref: false, signal: stopping.signal })
      }
    }
  }

  async function createBoss(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: inTurn((text: string, values?: unknown[]) => pool.query(text, values)) },
      schema,
      // Created with the tables, where a missing privilege is explained.
      createSchema: false,
      schedule: works,
      supervise: works,
      superviseIntervalSeconds: monitorSeconds,
      monitorIntervalSeconds: monitorSeconds,
      // pg-boss would delete done jobs once a day, whatever a queue's setting.
      maintenanceIntervalSeconds: cleanupSeconds,
      cronMonitorIntervalSeconds: monitorSeconds,
    })
    return boss.on('error', (error) => log.warn('jobs-error', { error }))
  }

  async function open(boss: PgBoss) {
    await boss.start()
    await syncQueues(boss)
    // pg-boss looks each queue up once and caches it. Inside a transaction others would wait for that, so it happens here.
    for (const { name } of jobs) await boss.getJobById(name, noJobId)
    if (works) await startWorkers(boss)
  }

  /** Creates missing queues, and updates those that an earlier release created. */
  async function syncQueues(boss: PgBoss) {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name, expireInSeconds = attempts.expireInSeconds } of jobs) {
      const wanted = { ...attempts, ...jobRetention, expireInSeconds, heartbeatSeconds: lostAfterSeconds }
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, { policy: 'short', ...wanted })
      else if (queue.heartbeatSeconds !== lostAfterSeconds || queue.expireInSeconds !== expireInSeconds)
        await boss.updateQueue(name, wanted)
    }
  }

  async function startWorkers(boss: PgBoss) {
    // A machine that was off at that minute runs its nightly job when it is back: once, however many nights it missed.
    for (const { name, every } of jobs) if (every) await boss.schedule(name, every, null, { missed: 'once' })
    // Schedules that an earlier release created, of jobs that no longer exist or no longer repeat.
    for (const { name } of await boss.getSchedules()) if (!jobs.some((job) => job.name === name && job.every)) await boss.unschedule(name)
    for (const job of jobs) workers.push(job.atOnce ? workAtOnce(boss, job, job.atOnce) : work(boss, job))
  }

  /** Runs the jobs of one queue in turn. After a batch it fetches again at once instead of waiting for the next poll. */
  async function work(boss: PgBoss, job: Job) {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && !job.isForOthers?.() && (await runBatch(boss, job, batchMax)) > 0);
      } catch (error) {
        logError(job, error)
      }
      await pause()
    }
  }

  /** Starts jobs while others of the queue still run. */
  async function workAtOnce(boss: PgBoss, job: Job, atOnce: number) {
    const active = new Set<Promise<void>>()
    const heartbeat = startHeartbeat(boss, job)
    const complete = batchCalls<FetchedJob>(async (done) => void (await boss.complete(job.name, [...done])))
    while (!stopping.signal.aborted) {
      const room = atOnce - active.size
      const batch = room > 0 ? await fetchFairly(boss, job, room).catch((error: unknown) => logError(job, error)) : []
      for (const fetched of batch) {
        const run = runOne(boss, job, fetched, complete).finally(() => active.delete(run))
        active.add(run)
      }
      // With a share per card, a batch may be smaller than the room although jobs of other cards wait.
      const mayBeMore = batch.length === room || (job.atOncePerCard !== undefined && batch.length > 0)
      await pause(mayBeMore ? atOncePollMs.busy : atOncePollMs.idle)
    }
    await Promise.all(active)
    clearInterval(heartbeat)
  }

  const pause = (ms = pollMs) => wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})

  function logError({ name }: Job, error: unknown): [] {
    log.warn('jobs-error', { job: name, error })
    return []
  }

  /** Returns how many jobs it fetched. */
  async function runBatch(boss: PgBoss, job: Job, atMost = 100): Promise<number> {
    const batch = await fetchBatch(boss, job, atMost)
    const heartbeat = startHeartbeat(boss, job)
    try {
      for (const fetched of batch) await runOne(boss, job, fetched)
    } finally {
      clearInterval(heartbeat)
    }
    return batch.length
  }

  /** The oldest jobs may all be of one card, and most of them beyond its share: then those of cards without a job here have their turn. */
  async function fetchFairly(boss: PgBoss, job: Job, atMost: number): Promise<FetchedJob[]> {
    const oldest = await fetchBatch(boss, job, atMost)
    if (!job.atOncePerCard || oldest.length === 0 || oldest.length === atMost) return oldest
    const ignoreGroups = [...running.values()].flatMap((one) =>
      one.job === job ? (groupOf(one.fetched.data as object).group?.id ?? []) : [],
    )
    return [...oldest, ...(await fetchBatch(boss, job, atMost - oldest.length, [...new Set(ignoreGroups)]))]
  }

  async function fetchBatch(boss: PgBoss, job: Job, atMost: number, ignoreGroups: string[] = []): Promise<FetchedJob[]> {
    const batch = await boss.fetch(job.name, {
      batchSize: atMost,
      ...(job.atOncePerCard ? { groupConcurrency: job.atOncePerCard, ignoreGroups } : {}),
    })
    for (const fetched of batch) running.set(fetched.id, { job, fetched })
    return batch
  }

  function startHeartbeat(boss: PgBoss, job: Job) {
    const beat = () => {
      const ids = [...running.values()].filter((one) => one.job === job).map(({ fetched }) => fetched.id)
      if (ids.length > 0) boss.touch(job.name, ids).catch(() => {})
    }
    return setInterval(beat, heartbeatEverySeconds * 1000)
  }

  async function runOne(
    boss: PgBoss,
    job: Job,
    fetched: FetchedJob,
    complete: (done: FetchedJob) => Promise<unknown> = (done) => boss.complete(job.name, done),
  ) {
    // A job that has not started goes back to the queue at once.
    const failure = stopping.signal.aborted ? new Error('The server stopped') : await runJob(job, fetched.data ?? {})
    if (running.has(fetched.id)) await recordResult(job, () => (failure ? boss.fail(job.name, fetched, failure) : complete(fetched)))
    running.delete(fetched.id)
  }

  /** Retries while the database is unavailable: a job that is done and not recorded would run again. */
  async function recordResult(job: Job, record: () => Promise<unknown>) {
    for (;;) {
      try {
        await record()
        return
      } catch (error) {
        logError(job, error)
        if (stopping.signal.aborted || !isAway(error)) return
        await pause()
      }
    }
  }

  async function runJob(job: Job, data: unknown): Promise<Error | null> {
    try {
      // `enqueue` stored the data by the type of this name.
      await job.run(data as never)
      return null
    } catch (error) {
      // A retry would get the same answer. It is recorded (record-rejections.ts).
      if (error instanceof RecipientRefused) return null
      log.warn('job-failed', { job: job.name, error })
      return redacted(error)
    }
  }

  async function shutDown(boss: PgBoss) {
    await Promise.race([Promise.all(workers), wait(shutdownMs, undefined, { ref: false })])
    const stopped = Map.groupBy(running.values(), ({ job }) => job)
    running.clear()
    for (const [job, all] of stopped) {
      const fetched = all.map((one) => one.fetched)
      await recordResult(job, () => boss.fail(job.name, fetched, new Error('The server stopped')))
    }
    await boss.stop({ graceful: false, close: false })
  }

  async function ready(): Promise<PgBoss> {
    if (isCommand) return opening
    if (hasFailed) throw new Error(notOpenMessage)
    return withTimeout(opening, openWithinMs)
  }

  return {
    ready: async () => void (await ready()),
    async enqueue(tx, name, data, { key = newId(), startAfter } = {}) {
      const boss = await ready()
      const { fromDrizzle } = await import('pg-boss')
      await boss.send(name, data, { singletonKey: key, db: fromDrizzle(tx, sql), ...groupOf(data), ...(startAfter ? { startAfter } : {}) })
    },
    async enqueueAll(tx, name, all, options = []) {
      const boss = await ready()
      const { fromDrizzle } = await import('pg-boss')
      const rows = all.map((data, index) => {
        const { key = newId(), startAfter } = options[index] ?? {}
        return { data, singletonKey: key, ...groupOf(data), ...(startAfter ? { startAfter } : {}) }
      })
      await boss.insert(name, rows, { db: fromDrizzle(tx, sql) })
    },
    async settle() {
      const boss = await opening
      for (let done = 1; done > 0;) {
        done = 0
        const { rows } = await pool.query<{ name: string }>(`select distinct name from ${schema}.job where state < 'active'`)
        for (const job of jobs) if (rows.some(({ name }) => name === job.name)) done += await runBatch(boss, job)
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const boss = await opening.catch(() => null)
      if (boss) await shutDown(boss)
      if (!pool.ending) await pool.end()
    },
  }
}

/** The jobs of a card are a group. */
const groupOf = (data: object): { group?: { id: string } } =>
  'subjectId' in data && typeof data.subjectId === 'string' ? { group: { id: data.subjectId } } : {}

type FetchedJob = Awaited<ReturnType<PgBoss['fetch']>>[number]
const notOpenMessage = 'Jobs are not open yet'

function withTimeout<T>(opening: Promise<T>, openWithinMs: number): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(notOpenMessage)), openWithinMs)
  return Promise.race([opening, timeout.promise]).finally(() => clearTimeout(timer))
}

/** The error is stored with the job for up to a day, so it is redacted as in the log. */
const redacted = (error: unknown) => new Error(String(error instanceof Error ? redactError(error)['message'] : 'not an error'))

/** All queues poll at once on one connection. In turn, none of them times out while it waits for that connection. */
function inTurn<P extends unknown[], T>(query: (...parts: P) => Promise<T>): (...parts: P) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (...parts) => {
    const answer = last.then(() => query(...parts))
    last = answer.catch(() => {})
    return answer
  }
}
