import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { claimCodes, type ClaimCode } from './tables.ts'

/** Beyond this many wrong tries a code is worth nothing: who has it asks for a new one. */
const failuresMax = 100

export async function insertCode(tx: Db, row: typeof claimCodes.$inferInsert): Promise<void> {
  await tx.insert(claimCodes).values(row)
}

/** Those that would still be taken, the newest first. */
export async function openCodesOf(db: Db, subjectId: string, now: Date): Promise<ClaimCode[]> {
  return db
    .select()
    .from(claimCodes)
    .where(
      and(
        eq(claimCodes.subjectId, subjectId),
        isNull(claimCodes.usedAt),
        gt(claimCodes.expiresAt, now),
        lt(claimCodes.failures, failuresMax),
      ),
    )
    .orderBy(desc(claimCodes.id))
    .limit(10)
}

/** Leaves the newest of one giver. */
export async function removeOlderCodes(tx: Db, subjectId: string, givenBy: ClaimCode['givenBy'], keep: number): Promise<void> {
  const kept = tx
    .select({ id: claimCodes.id })
    .from(claimCodes)
    .where(and(eq(claimCodes.subjectId, subjectId), eq(claimCodes.givenBy, givenBy)))
    .orderBy(desc(claimCodes.id))
    .offset(keep)
  await tx.delete(claimCodes).where(and(eq(claimCodes.subjectId, subjectId), inArray(claimCodes.id, kept)))
}

export async function countFailure(tx: Db, subjectId: string): Promise<void> {
  await tx
    .update(claimCodes)
    .set({ failures: sql`${claimCodes.failures} + 1` })
    .where(and(eq(claimCodes.subjectId, subjectId), isNull(claimCodes.usedAt)))
}

/** One statement, so that of two who have a code only one gets in. */
export async function takeCode(tx: Db, { subjectId, id }: Pick<ClaimCode, 'subjectId' | 'id'>, now: Date): Promise<boolean> {
  const taken = await tx
    .update(claimCodes)
    .set({ usedAt: now })
    .where(and(eq(claimCodes.subjectId, subjectId), eq(claimCodes.id, id), isNull(claimCodes.usedAt), gt(claimCodes.expiresAt, now)))
    .returning({ id: claimCodes.id })
  return taken.length > 0
}
