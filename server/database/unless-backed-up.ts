import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { Holds } from './holds.ts'

const backupLock = 7_201_346
const retryMs = 100

/**
 * Takes bytes away that no row names any more, but not under a backup, whose rows are of a moment ago and may name them still:
 * then they stay where they are, and a night's sweep takes them.
 */
export async function unlessBackedUp(holds: Holds, remove: () => Promise<void>): Promise<void> {
  await holds.beside(backupLock, remove)
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
