import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { emailChanges, type EmailChange } from '../tables.ts'

/** Replaces an earlier request of the account, whose link stops working. */
export async function upsertEmailChange(tx: Db, row: Omit<EmailChange, 'tokenHash'>): Promise<void> {
  const change = { ...row, tokenHash: null }
  await tx.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.accountId, set: change })
}

/** The request of an account, unless it has expired. */
export async function findEmailChange(db: Db, accountId: string, now: Date): Promise<EmailChange | null> {
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), gt(emailChanges.expiresAt, now)))
  return change ?? null
}

/** The token of the link that is about to be mailed. False if another address was requested meanwhile, or none. */
export async function setToken(tx: Db, { accountId, newEmail }: EmailChange, tokenHash: Buffer): Promise<boolean> {
  const updated = await tx
    .update(emailChanges)
    .set({ tokenHash })
    .where(and(eq(emailChanges.accountId, accountId), eq(emailChanges.newEmail, newEmail)))
    .returning({ accountId: emailChanges.accountId })
  return updated.length > 0
}

/** True if the link could still be used by someone. */
export async function isEmailToken(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .select({ accountId: emailChanges.accountId })
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), gt(emailChanges.expiresAt, now)))
  return found.length > 0
}

/** The confirmed address, once; null if the link is another account's, has expired or was replaced. */
export async function consumeEmailChange(tx: Db, accountId: string, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [change] = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), eq(emailChanges.tokenHash, tokenHash), gt(emailChanges.expiresAt, now)))
    .returning({ newEmail: emailChanges.newEmail })
  return change?.newEmail ?? null
}

export async function deleteEmailChange(tx: Db, accountId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, accountId))
}

export async function deleteEmailChangesBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(emailChanges).where(lt(emailChanges.expiresAt, moment))
}

export async function deleteAllEmailChanges(tx: Db): Promise<void> {
  await tx.delete(emailChanges)
}
