import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { claimCodes, claimTries, type ClaimCode } from '../tables.ts'

export async function insertCode(tx: Db, row: typeof claimCodes.$inferInsert): Promise<void> {
  await tx.insert(claimCodes).values(row)
}

/** Unused, unexpired codes, newest first. */
export async function listOpenCodes(db: Db, subjectId: string, now: Date): Promise<ClaimCode[]> {
  return db
    .select()
    .from(claimCodes)
    .where(and(eq(claimCodes.subjectId, subjectId), isNull(claimCodes.usedAt), gt(claimCodes.expiresAt, now)))
    .orderBy(desc(claimCodes.id))
    .limit(10)
}

/** Keeps the newest codes of an issuer and deletes the others. */
export async function removeOlderCodes(tx: Db, subjectId: string, issuedBy: ClaimCode['issuedBy'], max: number): Promise<void> {
  const expired = tx
    .select({ id: claimCodes.id })
    .from(claimCodes)
    .where(and(eq(claimCodes.subjectId, subjectId), eq(claimCodes.issuedBy, issuedBy)))
    .orderBy(desc(claimCodes.id))
    .offset(max)
  await tx.delete(claimCodes).where(and(eq(claimCodes.subjectId, subjectId), inArray(claimCodes.id, expired)))
}

export async function insertTry(tx: Db, row: typeof claimTries.$inferInsert): Promise<void> {
  await tx.insert(claimTries).values(row)
}

/** Counts attempts on a card: by all accounts and by this account, each since its own time. */
export async function countTries(
  tx: Db,
  { subjectId, accountId }: { subjectId: string; accountId: string },
  since: { all: Date; account: Date },
): Promise<{ byAll: number; byAccount: number }> {
  const isRecent = gt(claimTries.triedAt, since.all)
  const isTheirs = and(eq(claimTries.accountId, accountId), gt(claimTries.triedAt, since.account))
  const [row] = await tx
    .select({
      byAll: sql<number>`count(*) filter (where ${isRecent})`.mapWith(Number),
      byAccount: sql<number>`count(*) filter (where ${isTheirs})`.mapWith(Number),
    })
    .from(claimTries)
    .where(eq(claimTries.subjectId, subjectId))
  return row ?? { byAll: 0, byAccount: 0 }
}

export async function removeTries(tx: Db, subjectId: string, until: Date): Promise<void> {
  await tx.delete(claimTries).where(and(eq(claimTries.subjectId, subjectId), lte(claimTries.triedAt, until)))
}

/** Deletes old used or expired codes, and attempts that no longer count, for all cards. */
export async function removeOldClaims(tx: Db, codesBefore: Date, triesBefore: Date): Promise<void> {
  await tx.delete(claimCodes).where(or(lte(claimCodes.expiresAt, codesBefore), lte(claimCodes.usedAt, codesBefore)))
  await tx.delete(claimTries).where(lte(claimTries.triedAt, triesBefore))
}

/** One statement, so that only one of two concurrent claims succeeds. */
export async function consumeCode(tx: Db, { subjectId, id }: Pick<ClaimCode, 'subjectId' | 'id'>, now: Date): Promise<boolean> {
  const updated = await tx
    .update(claimCodes)
    .set({ usedAt: now })
    .where(and(eq(claimCodes.subjectId, subjectId), eq(claimCodes.id, id), isNull(claimCodes.usedAt), gt(claimCodes.expiresAt, now)))
    .returning({ id: claimCodes.id })
  return updated.length > 0
}
