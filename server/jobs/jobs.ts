import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { keeping } from '#contract/accounts/keeping.ts'
import type { PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/database/database.ts'
import { isAway } from '#server/database/is-away.ts'
import { newId } from '#server/database/new-id.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import type { Log } from '#server/integrations/log.ts'
import { plainError } from '#server/integrations/plain-error.ts'
import type { Job, JobData, JobName } from './job.ts'

export type Jobs = {
  /** Comes back when work can be asked for. Who is about to open a transaction waits here, holding nothing. */
  ready(): Promise<void>
  /** Asks for work, in the transaction it follows from. Asked twice under one key before it began, it is done once. */
  enqueue<N extends JobName>(tx: Db, name: N, data: JobData[N], options?: { key?: string }): Promise<void>
  /** Does all that waits, now, and comes back when nothing is left. */
  settle(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Needs = Pick<Database, 'connection'> & { log: Log }
/** `isCommand`: opened for an operator's command. It waits as long as opening takes, and fails with the error of the first attempt. */
type Wishes = { works: boolean; pace?: Pace; isCommand?: boolean }
/** Seconds: between two looks at what is due and who fell silent, until somebody who says nothing counts as gone, between two signs of life, between two times of forgetting. */
type Pace = { lookSeconds: number; silentSeconds: number; signSeconds: number; forgetSeconds?: number }

const usualPace: Pace = { lookSeconds: 30, silentSeconds: 40, signSeconds: 10 }

const schema = 'jobs'
const nobody = '00000000-0000-0000-0000-000000000000'
const pollSeconds = 2
const retryMs = { first: 250, most: 5000 }
const openWithinMs = 5000
/** How long work in hand may take when we stop; then it is somebody else's. */
const leaveWithinMs = 5000
const burst = 5
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
export function openJobs({ connection, log }: Needs, jobs: readonly Job[], { works, pace = usualPace, isCommand = false }: Wishes): Jobs {
  const { lookSeconds, silentSeconds, signSeconds, forgetSeconds = 600 } = pace
  // A connection of its own: those that answer requests may all be held by transactions that wait for the queue.
  const pool = openPool(connection, log, 1, isCommand ? unlimited : {})
  const stopping = new AbortController()
  const inHand = new Map<string, { job: Job; taken: Taken }>()
  const working: Promise<void>[] = []
  let wasRefused = false
  const opening = openPatiently()
  opening.catch(() => {})

  /** The database may be away or crowded at the start. Refused for good, no work would be taken until somebody restarts us. */
  async function openPatiently(): Promise<PgBoss> {
    for (let waitMs = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      const boss = await aBoss()
      try {
        await open(boss)
        wasRefused = false
        return boss
      } catch (error) {
        wasRefused = true
        await boss.stop({ graceful: false, close: false }).catch(() => {})
        if (isCommand || stopping.signal.aborted) throw error
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
    if (works) await employ(boss)
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

  async function employ(boss: PgBoss) {
    // A machine that is off or asleep at that minute does its nightly work when it is back: once, however many nights it missed.
    for (const { name, every } of jobs) if (every) await boss.schedule(name, every, null, { missed: 'once' })
    for (const job of jobs) working.push(work(boss, job))
  }

  /** One kind of work, one after the other: the rest of a crowd does not wait for the next look. */
  async function work(boss: PgBoss, job: Job) {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await drain(boss, job, burst)) > 0);
      } catch (error) {
        log.warn('jobs-troubled', { job: job.name, error })
      }
      await pause()
    }
  }

  const pause = () => wait(pollSeconds * 1000, undefined, { ref: false, signal: stopping.signal }).catch(() => {})

  /** How many jobs of this kind there were. */
  async function drain(boss: PgBoss, job: Job, atMost = 100): Promise<number> {
    const batch = await boss.fetch(job.name, { batchSize: atMost })
    for (const taken of batch) inHand.set(taken.id, { job, taken })
    const ours = () => batch.filter(({ id }) => inHand.has(id)).map(({ id }) => id)
    const sign = setInterval(() => void boss.touch(job.name, ours()).catch(() => {}), signSeconds * 1000)
    try {
      for (const taken of batch) await doOne(boss, job, taken)
    } finally {
      clearInterval(sign)
    }
    return batch.length
  }

  async function doOne(boss: PgBoss, job: Job, taken: Taken) {
    // What is not begun is somebody else's at once.
    const trouble = stopping.signal.aborted ? new Error('The server stopped') : await troubleOf(job, taken.data ?? {})
    if (inHand.has(taken.id)) await writeDown(boss, job, taken, trouble)
    inHand.delete(taken.id)
  }

  /** Done and not written down would be done again: while the database is away it is said again. */
  async function writeDown(boss: PgBoss, job: Job, taken: Taken, trouble: Error | null) {
    for (;;) {
      try {
        await (trouble ? boss.fail(job.name, taken, trouble) : boss.complete(job.name, taken))
        return
      } catch (error) {
        log.warn('jobs-troubled', { job: job.name, error })
        if (stopping.signal.aborted || !isAway(error)) return
        await pause()
      }
    }
  }

  async function troubleOf(job: Job, data: unknown): Promise<Error | null> {
    try {
      // What was kept under this name was asked for by this name’s type.
      await job.run(data as never)
      return null
    } catch (error) {
      log.warn('job-failed', { job: job.name, error })
      return bared(error)
    }
  }

  async function leave(boss: PgBoss) {
    await Promise.race([Promise.all(working), wait(leaveWithinMs, undefined, { ref: false })])
    for (const [id, { job, taken }] of inHand) {
      inHand.delete(id)
      await writeDown(boss, job, taken, new Error('The server stopped'))
    }
    await boss.stop({ graceful: false, close: false })
  }

  async function ready(): Promise<PgBoss> {
    if (isCommand) return opening
    if (wasRefused) throw new Error(notOpen)
    return soon(opening)
  }

  return {
    ready: async () => void (await ready()),
    async enqueue(tx, name, data, { key = newId(Date.now()) } = {}) {
      const boss = await ready()
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
      if (boss) await leave(boss)
      if (!pool.ending) await pool.end()
    },
  }
}

type Taken = Awaited<ReturnType<PgBoss['fetch']>>[number]
const notOpen = 'Jobs are not open yet'

function soon<T>(opening: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(notOpen)), openWithinMs)
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
