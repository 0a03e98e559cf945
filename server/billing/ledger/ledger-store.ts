import { count, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingChecks, billingEvents, billingIdempotencyKeys } from '../tables.ts'

const { subjectId, eventId, kind, providerAt, appliedAt, outcome } = billingEvents
/** Never the payload: it may contain personal data. */
const summaryColumns = { subjectId, eventId, kind, providerAt, appliedAt, outcome }

export const listEventsOf = (db: Db, card: string) =>
  db.select(summaryColumns).from(billingEvents).where(eq(subjectId, card)).orderBy(desc(providerAt)).limit(50)

export const listFailedEvents = (db: Db) =>
  db.select(summaryColumns).from(billingEvents).where(eq(outcome, 'troubled')).orderBy(desc(providerAt)).limit(50)

/** How many events could not be applied. A partial index covers them. */
export async function countFailedEvents(db: Db): Promise<number> {
  const [row] = await db.select({ failed: count() }).from(billingEvents).where(eq(outcome, 'troubled'))
  return row?.failed ?? 0
}

export async function countPendingEvents(db: Db): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(billingEvents).where(isNull(appliedAt))
  return row?.waiting ?? 0
}

export const listChecks = (db: Db) => db.select().from(billingChecks).orderBy(desc(billingChecks.begunAt)).limit(10)

/** False if this idempotency key was used before. */
export async function insertIdempotencyKey(tx: Db, key: typeof billingIdempotencyKeys.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(billingIdempotencyKeys).values(key).onConflictDoNothing().returning({ id: billingIdempotencyKeys.id })
  return inserted.length > 0
}
