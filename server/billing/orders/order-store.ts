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

/** The open one, or else the last. */
export async function findNewestOrder(db: Db, subjectId: string): Promise<BillingOrder | null> {
  const [row] = await db
    .select()
    .from(billingOrders)
    .where(eq(ofSubject, subjectId))
    .orderBy(desc(sql`${state} = 'open'`), desc(billingOrders.createdAt), desc(orderId))
    .limit(1)
  return row ?? null
}

export async function addOrder(tx: Db, row: typeof billingOrders.$inferInsert): Promise<BillingOrder> {
  const [added] = await tx.insert(billingOrders).values(row).returning()
  if (!added) throw new Error('an order was not kept')
  return added
}

/** Of an open order only; answers whether it still was one. */
export async function changeOrder(
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

/** Of all cards, those that wait the longest first. */
export const listOpenOrders = (db: Db, atMost: number): Promise<BillingOrder[]> =>
  db.select().from(billingOrders).where(eq(state, 'open')).orderBy(asc(billingOrders.createdAt)).limit(atMost)

export const listOrders = (db: Db, card: string, atMost: number): Promise<BillingOrder[]> =>
  db.select().from(billingOrders).where(eq(ofSubject, card)).orderBy(asc(billingOrders.createdAt)).limit(atMost)
