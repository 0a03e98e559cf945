import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { eventually } from './eventually.ts'

/** Does something that has to wait for rows which somebody else has changed and not yet committed; they commit once it waits. */
export async function behind<T>(db: Db, change: (tx: Db) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const { done } = await db.transaction(async (tx) => {
    await change(tx)
    const done = act()
    // Whoever fails before they wait is heard of by who awaits them, below.
    done.catch(() => {})
    const waiting = sql`select 1 from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
    await eventually(async () => expect((await tx.execute(waiting)).rows).toHaveLength(1))
    // In an object, for a promise that is answered would be waited for here.
    return { done }
  })
  return done
}
