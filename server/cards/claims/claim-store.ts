import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { claimCodes, claimTries, type ClaimCode } from '../tables.ts'

export async function insertCode(tx: Db, row: typeof claimCodes.$inferInsert): Promise<void> {
  await tx.insert(claimCodes).values(row)
}

/** Those that would still be taken, the newest first. */
export async function openCodesOf(db: Db, subjectId: string, now: Date): Promise<ClaimCode[]> {
  return db
    .select()
    .from(claimCodes)
    .where(and(eq(claimCodes.subjectId, subjectId), isNull(claimCodes.usedAt), gt(claimCodes.expiresAt, now)))
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

export async function insertTry(tx: Db, row: typeof claimTries.$inferInsert): Promise<void> {
  await tx.insert(claimTries).values(row)
}

/** How often a card was tried: by everybody since one moment, by one account since another. */
export async function countTries(
  tx: Db,
  { subjectId, accountId }: { subjectId: string; accountId: string },
  since: { everybody: Date; account: Date },
): Promise<{ byEverybody: number; byAccount: number }> {
  const isLate = gt(claimTries.triedAt, since.everybody)
  const isTheirs = and(eq(claimTries.accountId, accountId), gt(claimTries.triedAt, since.account))
  const [row] = await tx
    .select({
      byEverybody: sql<number>`count(*) filter (where ${isLate})`.mapWith(Number),
      byAccount: sql<number>`count(*) filter (where ${isTheirs})`.mapWith(Number),
    })
    .from(claimTries)
    .where(eq(claimTries.subjectId, subjectId))
  return row ?? { byEverybody: 0, byAccount: 0 }
}

export async function removeTries(tx: Db, subjectId: string, until: Date): Promise<void> {
  await tx.delete(claimTries).where(and(eq(claimTries.subjectId, subjectId), lte(claimTries.triedAt, until)))
}

/** Codes that open nothing any more, and tries that count no more, of every card. */
export async function removeOldClaims(tx: Db, codesBefore: Date, triesBefore: Date): Promise<void> {
  await tx.delete(claimCodes).where(or(lte(claimCodes.expiresAt, codesBefore), lte(claimCodes.usedAt, codesBefore)))
  await tx.delete(claimTries).where(lte(claimTries.triedAt, triesBefore))
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
