import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

const backupLock = 7_201_346
const retryMs = 100

/**
 * Takes bytes away that no row names any more, but not under a backup, whose rows are of a moment ago and may name them still:
 * then they stay where they are, and a night's sweep takes them.
 */
export function unlessBackedUp(db: Db, remove: () => Promise<void>): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isFree: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as "isFree"`)
    if (rows[0]?.isFree) await remove()
  })
}

/** While this works nobody takes bytes away. Taken before the first row is read; another backup is waited for. */
export function keepBytes<T>(db: Db, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    for (;;) {
      const { rows } = await tx.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_xact_lock(${backupLock}) as "isHeld"`)
      if (rows[0]?.isHeld) return work()
      await wait(retryMs, undefined, { signal })
    }
  })
}
