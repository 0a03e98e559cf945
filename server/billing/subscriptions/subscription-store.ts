import { and, asc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { planRanks, setPlanRanks } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import { subscriptions, type Subscription } from '../tables.ts'

export async function findSubscription(db: Db, subjectId: string): Promise<Subscription | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.subjectId, sql.placeholder('subjectId')))
    .prepare('subscription_of_subject')
    .execute({ subjectId })
  return row ?? null
}

export async function listSubscriptions(db: Db, subjectIds: readonly string[]): Promise<Subscription[]> {
  if (subjectIds.length === 0) return []
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.subjectId, [...subjectIds]))
}

export async function upsertSubscription(tx: Db, row: typeof subscriptions.$inferInsert) {
  const { subjectId: _, ...rest } = row
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.subjectId, set: rest })
  await setPlanRanks(tx, new Map([[row.subjectId, rankOf(row.state)]]))
}

/** The order of a subscription's state in the list of all cards. */
export function rankOf(state: Subscription['state']): number {
  if (state === 'trial') return planRanks.trial
  if (state === 'paid') return planRanks.pro
  return state === 'dunning' || state === 'unpaid' ? planRanks.pastDue : planRanks.free
}

/** Subscriptions that a payment provider charges or is about to charge. */
export const countCharged = (db: Db): Promise<number> =>
  db.$count(subscriptions, and(ne(subscriptions.provider, 'embedded'), inArray(subscriptions.state, ['trial', 'paid', 'dunning'])))

export async function removeSubscription(tx: Db, subjectId: string) {
  await tx.delete(subscriptions).where(eq(subscriptions.subjectId, subjectId))
  await setPlanRanks(tx, new Map([[subjectId, planRanks.free]]))
}

/** Cards whose trial ends then without a payment card, in the order of their ids. */
export async function listTrialsEnding(
  db: Db,
  { from, until, after, limit }: { from: Date; until: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.subjectId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.state, 'trial'),
        eq(subscriptions.hasCardOnFile, false),
        isNull(subscriptions.cancelAt),
        gt(subscriptions.trialEndsAt, from),
        lte(subscriptions.trialEndsAt, until),
        after === '' ? undefined : gt(subscriptions.subjectId, after),
      ),
    )
    .orderBy(asc(subscriptions.subjectId))
    .limit(limit)
  return rows.map(({ id }) => id)
}
