import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { keeping } from '#contract/keeping.ts'
import type { PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/db/database.ts'
import { newId } from '#server/db/new-id.ts'
import { openPool } from '#server/db/pool.ts'
import type { Log } from '#server/outside/log.ts'
import { plainError } from '#server/outside/plain-error.ts'
import type { Job, JobData, JobName } from './job.ts'

export type Jobs = {
  /** Asks for work, in the transaction it follows from. Asked twice under one key before it began, it is done once. */
  enqueue<N extends JobName>(tx: Db, name: N, data: JobData[N], options?: { key?: string }): Promise<void>
  /** Does all that waits, now, and comes back when nothing is left. */
  settle(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Needs = Pick<Database, 'connection'> & { log: Log }
type Wishes = { works: boolean; pace?: Pace }
/** Seconds: between two looks at what is due and who fell silent, until somebody who says nothing counts as gone, between two signs of life, between two times of forgetting. */
type Pace = { lookSeconds: number; silentSeconds: number; signSeconds: number; forgetSeconds?: number }

const usualPace: Pace = { lookSeconds: 30, silentSeconds: 40, signSeconds: 10 }

const schema = 'jobs'
const nobody = '00000000-0000-0000-0000-000000000000'
const pollSeconds = 2
const retryMs = { first: 250, most: 30_000 }
/** A transaction waits no longer than this for the queue to be there: it holds a connection meanwhile. */
const openWithinMs = 5000
const burst = 5
const burstMs = 60_000
/** What was done is forgotten soon: a job may hold an address. */
const kept = { deleteAfterSeconds: keeping.doneJobHours * 3600 }
/**
 * A provider may be away for a night: what is owed to somebody is tried again for a day. Who does a job gives signs of life:
 * long work goes on as long as somebody is at it, and is somebody else's soon after they were killed.
 */
const attempts = { retryLimit: 100, retryBackoff: true, retryDelay: 5, retryDelayMax: 900, expireInSeconds: 6 * 3600 }

/**
 * Work that outlives a request, kept in the database: whichever instance is free takes it, once. It is opened beside the
 * first answers, never before them. `works: false` only keeps what is asked for, until somebody settles it.
 */
export function openJobs({ connection, log }: Needs, jobs: readonly Job[], { works, pace = usualPace }: Wishes): Jobs {
  const { lookSeconds, silentSeconds, signSeconds, forgetSeconds = 600 } = pace
  // A connection of its own: those that answer requests may all be held by transactions that wait for the queue.
  const pool = openPool(connection, log, 1)
  const stopping = new AbortController()
  const opening = openPatiently()
  opening.catch(() => {})

  /** The database may be away or crowded at the start. Refused for good, no work would be taken until somebody restarts us. */
  async function openPatiently(): Promise<PgBoss> {
    for (let waitMs = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      const boss = await aBoss()
      try {
        await open(boss)
        return boss
      } catch (error) {
        await boss.stop({ graceful: false, close: false }).catch(() => {})
        if (stopping.signal.aborted) throw error
        log.error('jobs-not-opened', { error, againInMs: waitMs })
        await wait(waitMs, undefined, { ref: false, signal: stopping.signal })
      }
    }
  }

  async function aBoss(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: oneByOne((text: string, values?: unknown[]) => pool.query(text, values)) },
      schema,
      schedule: works,
      supervise: works,
      superviseIntervalSeconds: lookSeconds,
      monitorIntervalSeconds: lookSeconds,
      // Left alone it forgets once a day, whatever a queue says.
      maintenanceIntervalSeconds: forgetSeconds,
      cronMonitorIntervalSeconds: lookSeconds,
    })
    return boss.on('error', (error) => log.warn('jobs-troubled', { error }))
  }

  async function open(boss: PgBoss) {
    await boss.start()
    await makeQueues(boss)
    // It looks each queue up once. Inside a transaction that would be somebody else's wait, so they are looked up here.
    for (const { name } of jobs) await boss.getJobById(name, nobody)
    if (works) for (const job of jobs) await employ(boss, job)
  }

  /** Those of a release before this one learn what has changed about them. */
  async function makeQueues(boss: PgBoss) {
    const wanted = { ...attempts, ...kept, heartbeatSeconds: silentSeconds }
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name } of jobs) {
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, { policy: 'short', ...wanted })
      else if (queue.heartbeatSeconds !== silentSeconds || queue.expireInSeconds !== wanted.expireInSeconds)
        await boss.updateQueue(name, wanted)
    }
  }

  async function employ(boss: PgBoss, job: Job) {
    if (job.every) await boss.schedule(job.name, job.every)
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: signSeconds }, async ([taken]) => {
      if (!taken) return
      // The rest of a crowd does not wait for the next look, one each.
      const until = Date.now() + burstMs
      try {
        await run(job, taken.data ?? {})
      } finally {
        while (!stopping.signal.aborted && Date.now() < until && (await drain(boss, job, burst)) > 0);
      }
    })
  }

  async function run(job: Job, data: unknown) {
    try {
      // What was kept under this name was asked for by this name’s type.
      await job.run(data as never)
    } catch (error) {
      log.warn('job-failed', { job: job.name, error })
      throw bared(error)
    }
  }

  /** How many jobs of this kind there were. */
  async function drain(boss: PgBoss, job: Job, atMost = 100): Promise<number> {
    const taken = await boss.fetch(job.name, { batchSize: atMost })
    const inHand = new Set(taken.map(({ id }) => id))
    const sign = setInterval(() => void boss.touch(job.name, [...inHand]).catch(() => {}), signSeconds * 1000)
    try {
      for (const { id, data } of taken) {
        // What is not begun is somebody else's at once.
        const outcome = stopping.signal.aborted ? 'fail' : await outcomeOf(job, data ?? {})
        await boss[outcome](job.name, id)
        inHand.delete(id)
      }
    } finally {
      clearInterval(sign)
    }
    return taken.length
  }

  const outcomeOf = (job: Job, data: unknown) =>
    run(job, data).then(
      () => 'complete' as const,
      () => 'fail' as const,
    )

  return {
    async enqueue(tx, name, data, { key = newId(Date.now()) } = {}) {
      const boss = await soon(opening)
      const { fromDrizzle } = await import('pg-boss')
      await boss.send(name, data, { singletonKey: key, db: fromDrizzle(tx, sql) })
    },
    async settle() {
      const boss = await opening
      for (let done = 1; done > 0;) {
        done = 0
        for (const job of jobs) done += await drain(boss, job)
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const boss = await opening.catch(() => null)
      await boss?.stop({ graceful: true, timeout: 5000, close: false })
      if (!pool.ending) await pool.end()
    },
  }
}

function soon<T>(opening: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Jobs are not open yet')), openWithinMs)
  return Promise.race([opening, late.promise]).finally(() => clearTimeout(timer))
}

/** What is thrown is kept with the job, where it may lie for a day: as bare as in the log. */
const bared = (error: unknown) => new Error(String(error instanceof Error ? plainError(error)['message'] : 'not an error'))

/** The queues all look at once. In a line nobody's wait for the one connection counts as the connection being away. */
function oneByOne<P extends unknown[], T>(ask: (...parts: P) => Promise<T>): (...parts: P) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (...parts) => {
    const asked = last.then(() => ask(...parts))
    last = asked.catch(() => {})
    return asked
  }
}
