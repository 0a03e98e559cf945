import { inArray } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { contactCounts } from './tables.ts'

/** The number of contacts of each card. */
export async function countContacts(db: Db, subjectIds: readonly string[]): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await db
    .select({ id: contactCounts.subjectId, total: contactCounts.total })
    .from(contactCounts)
    .where(inArray(contactCounts.subjectId, [...subjectIds]))
  return new Map(rows.map(({ id, total }) => [id, total]))
}
