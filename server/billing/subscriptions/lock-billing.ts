import { asc, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingCustomers } from '../tables.ts'

/** Locks the billing of these cards until the transaction ends, against requests of their owners and events of the provider. */
export async function lockBilling(tx: Db, ...subjectIds: string[]): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('billing:' || id, 0)) from unnest(${sql.param(subjectIds)}::text[]) as card (id)`,
  )
  // Rows in the order of lockPayers, which events use.
  await tx
    .select({ id: billingCustomers.subjectId })
    .from(billingCustomers)
    .where(inArray(billingCustomers.subjectId, subjectIds))
    .orderBy(asc(billingCustomers.subjectId))
    .for('update')
}
