import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { WorkLocks } from './work-locks.ts'

const backupLock = 7_201_346
const retryMs = 100

/**
 * Removes pictures that no row refers to any more, except during a backup, whose snapshot may still refer to them: then it returns
 * false, and the sweep removes them after the backup.
 */
export async function unlessBackedUp(workLocks: WorkLocks, remove: () => Promise<void>): Promise<boolean> {
  return workLocks.shared(backupLock, remove)
}

/**
 * Blocks the removal of pictures while `work` runs. Call it before reading the first row; waits for another backup, and calls `onWait` at each try. A statement on
 * `lock` fails if the lock was lost with its connection.
 */
export function blockRemovals<T>(
  db: Db,
  { signal, onWait }: { signal: AbortSignal; onWait?: () => void },
  work: (lock: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    for (;;) {
      const { rows } = await tx.execute<{ isLocked: boolean }>(sql`select pg_try_advisory_xact_lock(${backupLock}) as "isLocked"`)
      if (rows[0]?.isLocked) return work(tx)
      onWait?.()
      await wait(retryMs, undefined, { signal })
    }
  })
}
