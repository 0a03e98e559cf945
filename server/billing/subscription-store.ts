import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { subscriptions, type Subscription } from './tables.ts'

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

export async function putSubscription(tx: Db, row: typeof subscriptions.$inferInsert) {
  const { subjectId: _, ...rest } = row
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.subjectId, set: rest })
}

export async function removeSubscription(tx: Db, subjectId: string) {
  await tx.delete(subscriptions).where(eq(subscriptions.subjectId, subjectId))
}
