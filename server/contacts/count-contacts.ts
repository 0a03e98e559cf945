import { inArray } from 'drizzle-orm'
import { cardFigures } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import { countContacts as countFiltered } from './contact-store.ts'

/** The number of contacts of each card. */
export async function countContacts(db: Db, subjectIds: readonly string[]): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await db
    .select({ id: cardFigures.subjectId, total: cardFigures.total })
    .from(cardFigures)
    .where(inArray(cardFigures.subjectId, [...subjectIds]))
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** The contacts that the card's owner has not seen, counted up to a hundred. */
export const countNewContacts = (db: Db, subjectId: string): Promise<number> => countFiltered(db, subjectId, { isNew: true })
