import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database, Db } from '#server/database/database.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import type { Log } from '#server/integrations/log.ts'
import { UserError } from '#server/common/user-error.ts'

const runLock = 7_201_347
/** The lock, the snapshot, the lock against removals and, on a cluster, the one for its start. */
const connections = 4

/** Whether a backup or a rehearsal runs on any of the servers. */
export async function isRunning(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_locks where locktype = 'advisory' and objid = ${runLock} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}

export class BusyError extends UserError {}

/** One backup or rehearsal at a time, across all servers, on connections of its own: those of the server stay free for requests. */
export async function whileLocked<T>(
  { connection, direct }: Pick<Database, 'connection' | 'direct'>,
  log: Log,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = openPool(direct ?? connection, log, connections, unlimited)
  try {
    const db = drizzle(pool)
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
      const { rows } = await tx.execute<{ isLocked: boolean }>(sql`select pg_try_advisory_xact_lock(${runLock}) as "isLocked"`)
      if (!rows[0]?.isLocked) throw new BusyError('Another backup or rehearsal is running. Try again when it has ended.')
      return work(db)
    })
  } finally {
    // A connection of work that was given up may still be checked out.
    void pool.end().catch(() => {})
  }
}
