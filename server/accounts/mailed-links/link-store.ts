import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { signInLinks, type Account, type Link, type LinkPurpose } from '../tables.ts'

export async function insertLink(tx: Db, link: Omit<Link, 'usedAt'>): Promise<void> {
  await tx.insert(signInLinks).values(link)
}

/** The rest of an account's links: those that ran out, those that were never used, and sign-ups from before it was there. */
export async function removeOtherLinks(tx: Db, { id, email }: Pick<Account, 'id' | 'email'>, now: Date): Promise<void> {
  await tx.delete(signInLinks).where(and(eq(signInLinks.accountId, id), or(isNull(signInLinks.usedAt), lt(signInLinks.expiresAt, now))))
  await removeUnusedSignUps(tx, email)
}

export async function removeAllLinks(tx: Db): Promise<void> {
  await tx.delete(signInLinks)
}

/** What was asked for in somebody's name and never confirmed. */
export async function removeSignUps(tx: Db, email: string): Promise<void> {
  await tx.delete(signInLinks).where(and(eq(signInLinks.purpose, 'sign-up'), sql`${signInLinks.signUp}->>'email' = ${email}`))
}

/** The rest of them, once one was used. */
export async function removeUnusedSignUps(tx: Db, email: string): Promise<void> {
  await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.purpose, 'sign-up'), sql`${signInLinks.signUp}->>'email' = ${email}`, isNull(signInLinks.usedAt)))
}

export async function removeLinksBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(signInLinks).where(lt(signInLinks.expiresAt, moment))
}

/** The purposes a link must have to be accepted. */
export type LinkKind = { purposes: readonly LinkPurpose[]; onlyOperators?: boolean }

const isGood = (tokenHash: Buffer, now: Date, { purposes, onlyOperators = false }: LinkKind) =>
  and(
    eq(signInLinks.tokenHash, tokenHash),
    isNull(signInLinks.usedAt),
    gt(signInLinks.expiresAt, now),
    inArray(signInLinks.purpose, [...purposes]),
    onlyOperators ? eq(signInLinks.isOperators, true) : undefined,
  )

/** A link that would still be taken. */
export async function findGoodLink(db: Db, tokenHash: Buffer, now: Date, kind: LinkKind): Promise<Link | null> {
  const [good] = await db
    .select()
    .from(signInLinks)
    .where(isGood(tokenHash, now, kind))
  return good ?? null
}

/** One statement, so that of two who use a link at once only one gets in. */
export async function takeLink(db: Db, tokenHash: Buffer, now: Date, kind: LinkKind): Promise<Link | null> {
  const [taken] = await db
    .update(signInLinks)
    // A clock may have gone back, and none is used before it was made.
    .set({ usedAt: sql`greatest(${sql.param(now, signInLinks.usedAt)}, ${signInLinks.createdAt})` })
    .where(isGood(tokenHash, now, kind))
    .returning()
  return taken ?? null
}
