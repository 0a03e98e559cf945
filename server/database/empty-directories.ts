import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Tables that map a key to a card. In one database a foreign key deletes their rows with the card. With cards sharded over several,
 * they cannot refer to cards (docs/scale.md), so their rows are deleted by name.
 */
export const cardDirectories = ['alias', 'card_submission', 'membership', 'short_link'] as const

export async function emptyDirectories(tx: Db, subjectId: string): Promise<void> {
  for (const name of cardDirectories) await tx.execute(sql`delete from ${sql.identifier(name)} where subject_id = ${subjectId}`)
}
