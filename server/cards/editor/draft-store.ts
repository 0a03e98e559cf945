import { eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { cardDrafts, type Draft } from '../tables.ts'

/** For a card that never had a draft. */
const noDraft = { revision: 0, fields: {}, savedAt: null, savedBy: null, saveHash: null }

/** Lock the card first (`lockSubject`) to change the draft. */
export async function findDraft(db: Db, subjectId: string): Promise<Draft> {
  const [row] = await db.select().from(cardDrafts).where(eq(cardDrafts.subjectId, subjectId))
  return row ?? { subjectId, ...noDraft }
}

export async function upsertDraft(tx: Db, row: Draft) {
  const { subjectId: _, ...set } = row
  await tx.insert(cardDrafts).values(row).onConflictDoUpdate({ target: cardDrafts.subjectId, set })
}
