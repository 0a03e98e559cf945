import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accounts, signInLinks } from './tables.ts'

export type NewLink = { tokenHash: Buffer; accountId: string; createdAt: Date; expiresAt: Date }

export async function findAccountByEmail(db: Db, email: string): Promise<{ id: string } | null> {
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  return account ?? null
}

export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await tx.insert(signInLinks).values(link)
}

/** The rest of an account's links: those that ran out, and those that were never used. */
export async function removeOtherLinks(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.accountId, accountId), or(isNull(signInLinks.usedAt), lt(signInLinks.expiresAt, now))))
}

/** One statement, so that of two who use a link at once only one gets in. */
export async function takeLink(db: Db, tokenHash: Buffer, now: Date): Promise<{ accountId: string } | null> {
  const [taken] = await db
    .update(signInLinks)
    .set({ usedAt: now })
    .where(and(eq(signInLinks.tokenHash, tokenHash), isNull(signInLinks.usedAt), gt(signInLinks.expiresAt, now)))
    .returning({ accountId: signInLinks.accountId })
  return taken ?? null
}
