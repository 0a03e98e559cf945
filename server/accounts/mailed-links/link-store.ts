import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { deleteAllEmailChanges, deleteEmailChange } from '../change-email/email-change-store.ts'
import { signInLinks, type Account, type Link, type LinkPurpose } from '../tables.ts'

export async function insertLink(tx: Db, link: Omit<Link, 'usedAt'>): Promise<void> {
  await tx.insert(signInLinks).values(link)
}

/** Deletes an account's expired and unused links, also that of a new email, and unused sign-ups with its address. */
export async function removeOtherLinks(tx: Db, { id, email }: Pick<Account, 'id' | 'email'>, now: Date): Promise<void> {
  await deleteEmailChange(tx, id)
  await tx.delete(signInLinks).where(and(eq(signInLinks.accountId, id), or(isNull(signInLinks.usedAt), lt(signInLinks.expiresAt, now))))
  await removeUnusedSignUps(tx, email)
}

export async function removeAllLinks(tx: Db): Promise<void> {
  await tx.delete(signInLinks)
  await deleteAllEmailChanges(tx)
}

/** Deletes every sign-up with this address. */
export async function removeSignUps(tx: Db, email: string): Promise<void> {
  await tx.delete(signInLinks).where(and(eq(signInLinks.purpose, 'sign-up'), sql`${signInLinks.signUp}->>'email' = ${email}`))
}

/** Deletes those that were not used. */
export async function removeUnusedSignUps(tx: Db, email: string): Promise<void> {
  await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.purpose, 'sign-up'), sql`${signInLinks.signUp}->>'email' = ${email}`, isNull(signInLinks.usedAt)))
}

export async function removeLinksBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(signInLinks).where(lt(signInLinks.expiresAt, moment))
}

/** Which links are accepted. */
export type LinkKind = { purposes: readonly LinkPurpose[]; onlyMadeByAdmin?: boolean }

const isValidLink = (tokenHash: Buffer, now: Date, { purposes, onlyMadeByAdmin = false }: LinkKind) =>
  and(
    eq(signInLinks.tokenHash, tokenHash),
    isNull(signInLinks.usedAt),
    gt(signInLinks.expiresAt, now),
    inArray(signInLinks.purpose, [...purposes]),
    onlyMadeByAdmin ? eq(signInLinks.isMadeByAdmin, true) : undefined,
  )

/** Finds a link that could still be used, without using it. */
export async function findValidLink(db: Db, tokenHash: Buffer, now: Date, kind: LinkKind): Promise<Link | null> {
  const [link] = await db
    .select()
    .from(signInLinks)
    .where(isValidLink(tokenHash, now, kind))
  return link ?? null
}

/** Marks a link as used. One statement, so that of two concurrent requests only one succeeds. */
export async function consumeLink(db: Db, tokenHash: Buffer, now: Date, kind: LinkKind): Promise<Link | null> {
  const [link] = await db
    .update(signInLinks)
    // If the clock was set back, `used_at` must still not precede `created_at`.
    .set({ usedAt: sql`greatest(${sql.param(now, signInLinks.usedAt)}, ${signInLinks.createdAt})` })
    .where(isValidLink(tokenHash, now, kind))
    .returning()
  return link ?? null
}
