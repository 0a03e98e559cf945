import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Directories that lead to a card. Where one database holds everything, a reference empties them with the card. Where cards are
 * spread over many, a directory cannot refer to them (docs/scale.md), so whoever removes a card empties them by name.
 */
export const cardDirectories = ['alias', 'card_submission', 'membership', 'short_link'] as const

export async function emptyDirectories(tx: Db, subjectId: string): Promise<void> {
  for (const name of cardDirectories) await tx.execute(sql`delete from ${sql.identifier(name)} where subject_id = ${subjectId}`)
}
