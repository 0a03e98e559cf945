import { count, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingChecks, billingEvents, billingPresses } from '../tables.ts'

const { subjectId, eventId, kind, providerAt, appliedAt, outcome } = billingEvents
/** Never what it was read out of: that may hold anything. */
const line = { subjectId, eventId, kind, providerAt, appliedAt, outcome }

export const listEventsOf = (db: Db, card: string) =>
  db.select(line).from(billingEvents).where(eq(subjectId, card)).orderBy(desc(providerAt)).limit(50)

export const listTroubled = (db: Db) =>
  db.select(line).from(billingEvents).where(eq(outcome, 'troubled')).orderBy(desc(providerAt)).limit(50)

/** How many events could not be applied. They have an index of their own. */
export async function countTroubled(db: Db): Promise<number> {
  const [row] = await db.select({ troubled: count() }).from(billingEvents).where(eq(outcome, 'troubled'))
  return row?.troubled ?? 0
}

export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(billingEvents).where(isNull(appliedAt))
  return row?.waiting ?? 0
}

export const listChecks = (db: Db) => db.select().from(billingChecks).orderBy(desc(billingChecks.begunAt)).limit(10)

/** Keeps a press of a button; false where it is kept already. */
export async function isFirstPress(tx: Db, press: typeof billingPresses.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(billingPresses).values(press).onConflictDoNothing().returning({ id: billingPresses.id })
  return kept.length > 0
}
