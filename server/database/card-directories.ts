import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Tables that map a key to a card. In one database a foreign key deletes their rows with the card. With cards sharded over several,
 * they cannot refer to cards (docs/scale.md), so their rows are deleted by name.
 */
export const cardDirectories = [
  'access_key',
  'alias',
  'billing_customer',
  'billing_order',
  'card_submission',
  'claim_code',
  'claim_try',
  'membership',
  'notice',
  'provider_subscription',
  'push_subscription',
  'refused_recipient',
  'review_name',
  'short_link',
] as const

export async function emptyDirectories(tx: Db, subjectId: string): Promise<void> {
  for (const name of cardDirectories) await tx.execute(sql`delete from ${sql.identifier(name)} where subject_id = ${subjectId}`)
}

/**
 * Locks a card against deletion until the transaction ends, before a row is added to a directory; false if the card is gone. In one
 * database the foreign key does the same.
 */
export async function lockCard(tx: Db, subjectId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from subject where id = ${subjectId} for key share`)
  return rows.length > 0
}
