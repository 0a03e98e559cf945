import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { readOrCreate } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { takeAll, type Use, type Used } from './limit-store.ts'
import { newSecret, createLimits, type Limits } from './limits.ts'

/** The counts of all servers together; null if the database does not answer. */
export type LimitBook = { take(use: Use): Promise<Used | null> }

type Waiting = { use: Use; answer: PromiseWithResolvers<Used | null> }

const batchMax = 500
const waitingMax = 10_000
const defaultTimeoutMs = 500

/**
 * Batches counts: one statement runs at a time, and callers that come in the meantime share the next. Under load the database gets few
 * statements. If it does not answer in time, callers stop waiting for it until it does.
 */
function openLimitBook({ pool, log, timeoutMs = defaultTimeoutMs }: { pool: pg.Pool; log: Log; timeoutMs?: number }): LimitBook {
  let waiting: Waiting[] = []
  let isRunning = false
  let isUnavailable = false

  async function runBatches() {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      const timer = setTimeout(() => giveUp('it does not answer'), timeoutMs)
      try {
        share(batch, await takeAll(pool, gather(batch)))
        isUnavailable = false
      } catch (error) {
        for (const { answer } of batch) answer.resolve(null)
        giveUp(error instanceof Error ? error.message : String(error))
      }
      clearTimeout(timer)

      function giveUp(reason: string) {
        if (!isUnavailable) log.warn('limits-in-memory', { reason })
        isUnavailable = true
        for (const { answer } of [...batch, ...waiting]) answer.resolve(null)
        waiting = []
      }
    }
    isRunning = false
  }

  return {
    take(use) {
      if (waiting.length >= waitingMax || (isUnavailable && isRunning)) return Promise.resolve(null)
      const answer = Promise.withResolvers<Used | null>()
      waiting.push({ use, answer })
      // Callers of the same tick join this batch.
      if (!isRunning) {
        isRunning = true
        setImmediate(() => void runBatches())
      }
      return answer.promise
    },
  }
}

/** Sums the uses of each key: a statement cannot update a row twice. */
function gather(batch: readonly Waiting[]): Use[] {
  const uses = new Map<string, Use>()
  for (const { use } of batch) {
    const name = use.key.toString('hex')
    const before = uses.get(name)
    uses.set(name, before ? { ...use, count: before.count + use.count } : use)
  }
  return [...uses.values()]
}

/** Gives each caller the count as of their place in the batch. */
function share(batch: readonly Waiting[], answers: Map<string, Used>) {
  for (const { use, answer } of batch.toReversed()) {
    const name = use.key.toString('hex')
    const all = answers.get(name)
    answer.resolve(all ?? null)
    if (all) answers.set(name, { ...all, used: all.used - use.count })
  }
}

type Deps = Pick<Database, 'db' | 'pool'> & {
  clock: Clock
  log: Log
  factor?: number
  nowMs?: () => number
  timeoutMs?: number | undefined
}

/** Rate limits that all servers share and that survive restarts. */
export async function openLimits({ db, pool, clock, log, factor = 1, nowMs, timeoutMs = defaultTimeoutMs }: Deps): Promise<Limits> {
  const secret = z.string().parse(await readOrCreate(db, 'limits', async () => newSecret(), clock.now()))
  return createLimits({ secret, factor, ...(nowMs ? { nowMs } : {}), book: openLimitBook({ pool, log, timeoutMs }) })
}
