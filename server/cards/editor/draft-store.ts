import { eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { cardDrafts, type Draft } from '../tables.ts'

/** A card nobody drafted anything for. */
const untouched = { revision: 0, fields: {}, savedAt: null, savedBy: null, saveHash: null }

/** Whoever changes it holds the card (`lockSubject`) before they ask. */
export async function findDraft(db: Db, subjectId: string): Promise<Draft> {
  const [row] = await db.select().from(cardDrafts).where(eq(cardDrafts.subjectId, subjectId))
  return row ?? { subjectId, ...untouched }
}

export async function putDraft(tx: Db, row: Draft) {
  const { subjectId: _, ...set } = row
  await tx.insert(cardDrafts).values(row).onConflictDoUpdate({ target: cardDrafts.subjectId, set })
}
