import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Rejection } from '#server/integrations/mail/recipient-refused.ts'
import { accounts, refusedRecipients, type RefusedRecipient } from '../tables.ts'

const windowDays = 30
const lower = (address: string) => address.toLowerCase()

export async function findRefused(db: Db, address: string): Promise<RefusedRecipient | null> {
  const [found] = await db
    .select()
    .from(refusedRecipients)
    .where(eq(refusedRecipients.address, lower(address)))
  return found ?? null
}

/**
 * Counts a rejection. The third of the recipient within 30 days pauses notifications to the address. A refused message doesn't count
 * for that: its text may be a visitor's. Returns whether they are paused.
 */
export async function upsertRefused(
  tx: Db,
  { address, subjectId, step, answer }: Rejection & { address: string; subjectId: string | null },
  now: Date,
): Promise<boolean> {
  const { recentAt, pausedAt } = refusedRecipients
  const isOfRecipient = step === 'recipientRefused'
  const isThird = sql`${isOfRecipient}::boolean and ${recentAt}[2] > excluded.last_at - make_interval(days => ${windowDays})`
  const [row] = await tx
    .insert(refusedRecipients)
    .values({
      id: newId(now.getTime()),
      address: lower(address),
      subjectId,
      step,
      answer,
      firstAt: now,
      lastAt: now,
      recentAt: isOfRecipient ? [now] : [],
    })
    .onConflictDoUpdate({
      target: refusedRecipients.address,
      set: {
        subjectId: sql`coalesce(excluded.subject_id, ${refusedRecipients.subjectId})`,
        step,
        answer,
        lastAt: now,
        count: sql`${refusedRecipients.count} + 1`,
        recentAt: sql`(excluded.recent_at || ${recentAt})[1:3]`,
        pausedAt: sql`coalesce(${pausedAt}, case when ${isThird} then excluded.last_at end)`,
      },
    })
    .returning({ pausedAt })
  return Boolean(row?.pausedAt)
}

/** The latest first rejection first, from before this id. */
export async function listRefused(db: Db, { before, limit }: { before: string | undefined; limit: number }): Promise<RefusedRecipient[]> {
  return db
    .select()
    .from(refusedRecipients)
    .where(before ? lt(refusedRecipients.id, before) : undefined)
    .orderBy(desc(refusedRecipients.id))
    .limit(limit)
}

/** Those of mails about a card. An owner's own address belongs to their account. */
export async function listRefusedOfCard(db: Db, subjectId: string): Promise<RefusedRecipient[]> {
  const rows = await db
    .select({ refused: refusedRecipients })
    .from(refusedRecipients)
    .leftJoin(accounts, eq(accounts.email, refusedRecipients.address))
    .where(and(eq(refusedRecipients.subjectId, subjectId), isNull(accounts.id)))
    .orderBy(refusedRecipients.id)
  return rows.map(({ refused }) => refused)
}

/** The card that the emails to a deleted address were about; null if there is no such row. */
export async function deleteRefused(tx: Db, by: { id: string } | { address: string }): Promise<{ subjectId: string | null } | null> {
  const { id, address, subjectId } = refusedRecipients
  const isMeant = 'id' in by ? eq(id, by.id) : eq(address, lower(by.address))
  const [deleted] = await tx.delete(refusedRecipients).where(isMeant).returning({ subjectId })
  return deleted ?? null
}

/** All of these addresses, or those of mails about one card. */
export async function deleteRefusedAddresses(tx: Db, addresses: readonly string[], subjectId?: string): Promise<void> {
  await tx
    .delete(refusedRecipients)
    .where(
      and(inArray(refusedRecipients.address, addresses.map(lower)), subjectId ? eq(refusedRecipients.subjectId, subjectId) : undefined),
    )
}

/** Returns how many there were. */
export async function deleteAllRefused(tx: Db): Promise<number> {
  return (await tx.delete(refusedRecipients).returning({ id: refusedRecipients.id })).length
}

export async function deleteRefusedBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(refusedRecipients).where(lt(refusedRecipients.lastAt, moment))
}
