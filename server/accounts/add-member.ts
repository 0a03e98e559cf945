import type { Db } from '#server/database/database.ts'
import { memberships } from './tables.ts'

/** Makes an account an owner of a card. */
export async function addMember(tx: Db, { subjectId, accountId }: { subjectId: string; accountId: string }, now: Date): Promise<void> {
  await tx.insert(memberships).values({ subjectId, accountId, createdAt: now }).onConflictDoNothing()
}
