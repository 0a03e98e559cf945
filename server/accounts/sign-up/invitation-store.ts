import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { invitations, type Invitation } from '../tables.ts'

export async function insertInvitation(tx: Db, invitation: Omit<Invitation, 'uses'>): Promise<void> {
  await tx.insert(invitations).values(invitation)
}

/** Newest first, from before this id. */
export async function listInvitations(db: Db, { before, limit }: { before: string | undefined; limit: number }): Promise<Invitation[]> {
  return db
    .select()
    .from(invitations)
    .where(before ? lt(invitations.id, before) : undefined)
    .orderBy(desc(invitations.id))
    .limit(limit)
}

const isUsable = (now: Date) => and(lt(invitations.uses, invitations.maxUses), gt(invitations.expiresAt, now))

/** The id of an invitation that can still be used. */
export async function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [found] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash), isUsable(now)))
  return found?.id ?? null
}

/** Uses an invitation once. One statement, so that concurrent callers never exceed its number of uses. */
export async function consumeInvitation(tx: Db, id: string, now: Date): Promise<boolean> {
  const consumed = await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(and(eq(invitations.id, id), isUsable(now)))
    .returning({ id: invitations.id })
  return consumed.length > 0
}

/** False if there is none. */
export async function deleteInvitation(tx: Db, id: string): Promise<boolean> {
  const deleted = await tx.delete(invitations).where(eq(invitations.id, id)).returning({ id: invitations.id })
  return deleted.length > 0
}

export async function deleteInvitationsBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(invitations).where(lt(invitations.expiresAt, moment))
}
