import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingCustomers } from '../tables.ts'

/** Until this transaction ends, nobody else changes what is known of how this card is paid for: neither its owner nor what a provider tells. */
export async function holdBilling(tx: Db, subjectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${subjectId}`}, 0))`)
  await tx.select({ id: billingCustomers.subjectId }).from(billingCustomers).where(eq(billingCustomers.subjectId, subjectId)).for('update')
}
