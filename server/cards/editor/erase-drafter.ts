import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { cardDrafts } from '../tables.ts'

/** A draft of several people stays, and says no longer that somebody who is gone saved it. */
export async function eraseDrafter(tx: Db, { accountId, subjectId }: { accountId: string; subjectId: string }): Promise<void> {
  await tx
    .update(cardDrafts)
    .set({ savedBy: null })
    .where(and(eq(cardDrafts.subjectId, subjectId), eq(cardDrafts.savedBy, accountId)))
}
