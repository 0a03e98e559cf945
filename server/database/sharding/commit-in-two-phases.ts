import { sql } from 'drizzle-orm'
import type { Db } from '../database.ts'

/** This table is Citus' own, because it refers to one on every node. */
const joinCommit = sql.raw(`do $$ begin
  if pg_current_xact_id_if_assigned() is not null then update provider_subscription set subject_id = subject_id where false; end if;
end $$`)

/**
 * Makes rows of a card and rows of the coordinator one commit. Most tables of the coordinator are unknown to Citus: it commits on the
 * worker first, in one phase, and a coordinator that is killed then loses its half, such as the jobs that notify of a contact. A
 * transaction that wrote to such a table also updates one that Citus knows, without a row: then Citus commits in two phases.
 */
export function commitInTwoPhases(db: Db): void {
  const once = db.transaction.bind(db)
  db.transaction = (work, settings) =>
    once(async (tx) => {
      const result = await work(tx)
      if (settings?.accessMode !== 'read only') await tx.execute(joinCommit)
      return result
    }, settings)
}
