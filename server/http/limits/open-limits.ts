import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { readOrKeep } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { openLimitBook } from './limit-book.ts'
import { aSecret, createLimits, type Limits } from './limits.ts'

type Needs = Pick<Database, 'db' | 'pool'> & { clock: Clock; log: Log; factor?: number; nowMs?: () => number }

/** Limits that all servers of this installation share, and that outlive each of them. */
export async function openLimits({ db, pool, clock, log, factor = 1, nowMs }: Needs): Promise<Limits> {
  const secret = z.string().parse(await readOrKeep(db, 'limits', async () => aSecret(), clock.now()))
  return createLimits({ secret, factor, ...(nowMs ? { nowMs } : {}), book: openLimitBook({ pool, log }) })
}
