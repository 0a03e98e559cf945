import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingOrders, type BillingOrder } from '../tables.ts'

const { subjectId: ofSubject, state, id: orderId } = billingOrders

export async function findOpenOrder(db: Db, subjectId: string): Promise<BillingOrder | null> {
  const [row] = await db
    .select()
    .from(billingOrders)
    .where(and(eq(ofSubject, subjectId), eq(state, 'open')))
  return row ?? null
}

/** The open order, or else the newest. */
export async function findNewestOrder(db: Db, subjectId: string): Promise<BillingOrder | null> {
  const [row] = await db
    .select()
    .from(billingOrders)
    .where(eq(ofSubject, subjectId))
    .orderBy(desc(sql`${state} = 'open'`), desc(billingOrders.createdAt), desc(orderId))
    .limit(1)
  return row ?? null
}

export async function insertOrder(tx: Db, row: typeof billingOrders.$inferInsert): Promise<BillingOrder> {
  const [added] = await tx.insert(billingOrders).values(row).returning()
  if (!added) throw new Error('the order was not inserted')
  return added
}

/** Updates an open order; false if it is not open anymore. */
export async function updateOrder(
  tx: Db,
  { subjectId, id }: BillingOrder,
  set: Partial<typeof billingOrders.$inferInsert>,
): Promise<boolean> {
  const changed = await tx
    .update(billingOrders)
    .set(set)
    .where(and(eq(ofSubject, subjectId), eq(orderId, id), eq(state, 'open')))
    .returning({ id: orderId })
  return changed.length > 0
}

/** Open orders of all cards, oldest first. */
export const listOpenOrders = (db: Db, max: number): Promise<BillingOrder[]> =>
  db.select().from(billingOrders).where(eq(state, 'open')).orderBy(asc(billingOrders.createdAt)).limit(max)

export const listOrders = (db: Db, card: string, max: number): Promise<BillingOrder[]> =>
  db.select().from(billingOrders).where(eq(ofSubject, card)).orderBy(asc(billingOrders.createdAt)).limit(max)
