import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { Holds } from './holds.ts'

const backupLock = 7_201_346
const retryMs = 100

/**
 * Removes pictures that no row refers to any more, except during a backup, whose snapshot may still refer to them: then the
 * nightly sweep removes them.
 */
export async function unlessBackedUp(holds: Holds, remove: () => Promise<void>): Promise<void> {
  await holds.beside(backupLock, remove)
}

/** Blocks the removal of pictures while `work` runs. Call it before reading the first row; waits for another backup. */
export function blockRemovals<T>(db: Db, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    for (;;) {
      const { rows } = await tx.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_xact_lock(${backupLock}) as "isHeld"`)
      if (rows[0]?.isHeld) return work()
      await wait(retryMs, undefined, { signal })
    }
  })
}
