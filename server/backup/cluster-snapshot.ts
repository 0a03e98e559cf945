import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { hasCode } from '#server/database/is-away.ts'
import { UserError } from '#server/common/user-error.ts'

/** For all locks together. Shorter than the deadlock timeout of a server, which then finds none. */
const lockMs = 500
const retryMs = 250

/**
 * Starts a repeatable read transaction on all nodes of a cluster. Citus starts it on each node with its first statement there, so each
 * would see another moment. Therefore writes to distributed tables wait meanwhile: for milliseconds, once the running ones have ended.
 */
export async function startOnAllNodes(db: Db, tx: Db, lockTries = 120): Promise<void> {
  // A second connection to the same node would have a snapshot of its own.
  await tx.execute(sql`set local citus.max_adaptive_executor_pool_size = 1`)
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (lock) => {
        const { rows } = await lock.execute<{ name: string }>(sql`select relname as name from pg_dist_partition
          join pg_class on oid = logicalrelid where partmethod = 'h' and not relispartition order by relname`)
        const names = rows.map(({ name }) => sql.identifier(name))
        await lock.execute(sql.raw(`set local statement_timeout = ${lockMs}`))
        await lock.execute(sql`lock table ${sql.join(names, sql`, `)} in share mode`)
        // Citus asks every shard, also with a limit.
        await tx.execute(sql`select from subject limit 1`)
      })
    } catch (error) {
      if (!hasCode(error, '57014')) throw error
      if (tries === lockTries) throw new UserError('A long write keeps the nodes from starting the backup together. Try again later.')
      await wait(retryMs)
    }
  }
}
