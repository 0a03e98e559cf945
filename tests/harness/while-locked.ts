import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { isCluster } from './database.ts'
import { eventually } from './eventually.ts'

/** Runs `act`, which waits for rows that another transaction has changed; the transaction commits once `act` waits. */
export async function whileLocked<T>(db: Db, change: (tx: Db) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const { done } = await db.transaction(async (tx) => {
    await change(tx)
    const done = act()
    // If it fails before it waits, the caller gets the error when awaiting it below.
    done.catch(() => {})
    const waiting = isCluster()
      ? sql`select 1 from citus_lock_waits where blocking_gpid = citus_backend_gpid()`
      : sql`select 1 from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
    await eventually(async () => expect((await tx.execute(waiting)).rows).toHaveLength(1))
    // In an object, since returning the promise itself would await it here.
    return { done }
  })
  return done
}
