import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { readOrCreate } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { takeAll, type Use, type Used } from './limit-store.ts'
import { aSecret, createLimits, type Limits } from './limits.ts'

/** What all servers together counted; null where that cannot be known now. */
export type LimitBook = { take(use: Use): Promise<Used | null> }

type Waiting = { use: Use; answer: PromiseWithResolvers<Used | null> }

const atOnceMax = 500
const waitingMax = 10_000
const patienceMs = 500

/**
 * One statement is under way at a time, and whoever comes meanwhile shares the next: alone one waits for nobody, and a crowd
 * costs the database few statements. Where it does not answer soon, nobody waits for it until it does.
 */
export function openLimitBook({ pool, log }: { pool: pg.Pool; log: Log }): LimitBook {
  let waiting: Waiting[] = []
  let isAsking = false
  let isAway = false

  async function askForAll() {
    isAsking = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, atOnceMax)
      const late = setTimeout(() => goOn('it does not answer'), patienceMs)
      try {
        share(batch, await takeAll(pool, gather(batch)))
        isAway = false
      } catch (error) {
        for (const { answer } of batch) answer.resolve(null)
        goOn(error instanceof Error ? error.message : String(error))
      }
      clearTimeout(late)

      function goOn(reason: string) {
        if (!isAway) log.warn('limits-by-memory', { reason })
        isAway = true
        for (const { answer } of [...batch, ...waiting]) answer.resolve(null)
        waiting = []
      }
    }
    isAsking = false
  }

  return {
    take(use) {
      if (waiting.length >= waitingMax || (isAway && isAsking)) return Promise.resolve(null)
      const answer = Promise.withResolvers<Used | null>()
      waiting.push({ use, answer })
      // Whoever else comes in this moment comes along.
      if (!isAsking) {
        isAsking = true
        setImmediate(() => void askForAll())
      }
      return answer.promise
    },
  }
}

/** Each key once, with all that is asked of it. */
function gather(batch: readonly Waiting[]): Use[] {
  const uses = new Map<string, Use>()
  for (const { use } of batch) {
    const name = use.key.toString('hex')
    const before = uses.get(name)
    uses.set(name, before ? { ...use, count: before.count + use.count } : use)
  }
  return [...uses.values()]
}

/** Who asked first is counted first. */
function share(batch: readonly Waiting[], answers: Map<string, Used>) {
  for (const { use, answer } of batch.toReversed()) {
    const name = use.key.toString('hex')
    const all = answers.get(name)
    answer.resolve(all ?? null)
    if (all) answers.set(name, { ...all, used: all.used - use.count })
  }
}

type Needs = Pick<Database, 'db' | 'pool'> & { clock: Clock; log: Log; factor?: number; nowMs?: () => number }

/** Limits that all servers of this installation share, and that outlive each of them. */
export async function openLimits({ db, pool, clock, log, factor = 1, nowMs }: Needs): Promise<Limits> {
  const secret = z.string().parse(await readOrCreate(db, 'limits', async () => aSecret(), clock.now()))
  return createLimits({ secret, factor, ...(nowMs ? { nowMs } : {}), book: openLimitBook({ pool, log }) })
}
