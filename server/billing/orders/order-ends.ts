import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { BillAct } from '#contract/admin/operator-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { CheckoutOutcome } from '#server/integrations/billing.ts'
import { type BillingOrder, billingOrders, checkoutsToEnd } from '../tables.ts'
import { changeOrder } from './order-store.ts'

const { subjectId: ofSubject, checkoutId: ofCheckout, state: ofState } = billingOrders

/** What was bought may be told before it, or after it. `unknown`: what becomes of an order that was paid while that is not known. */
type End = { checkoutId: string; unknown: 'paying' | 'dropped' } & CheckoutOutcome

/** The page where it is paid is over, one way or the other; what became of the order, or null where that was known. The card is held. */
export async function closeOrder(tx: Db, subjectId: string, end: End): Promise<'paying' | 'done' | 'dropped' | null> {
  if (end.state === 'open') return null
  const { checkoutId, unknown, subscriptionId } = end
  const paid = sql`case when exists (select from provider_subscription where subject_id = ${subjectId} and id = ${subscriptionId})
    then 'done' else ${unknown} end`
  const [closed] = await tx
    .update(billingOrders)
    .set({ state: end.state === 'expired' ? 'dropped' : paid, subscriptionId })
    .where(and(eq(ofSubject, subjectId), eq(ofCheckout, checkoutId), inArray(ofState, ['open', 'paying'])))
    .returning({ state: ofState })
  return closed && closed.state !== 'open' ? closed.state : null
}

/** Nobody is to pay there any more; the provider is told within a minute. */
async function putCheckoutToEnd(tx: Db, checkout: { provider: string; checkoutId: string }): Promise<void> {
  await tx.insert(checkoutsToEnd).values(checkout).onConflictDoNothing()
}

/** What was bought is known now; answers whose orders were waiting for it. */
export async function endPaying(tx: Db, bought: readonly { subjectId: string; id: string }[]): Promise<string[]> {
  if (bought.length === 0) return []
  const { rows } = await tx.execute<{ subjectId: string }>(sql`
    update billing_order o set state = 'done'
    from unnest(${sql.param(bought.map(({ subjectId }) => subjectId))}::uuid[], ${sql.param(bought.map(({ id }) => id))}::text[])
      as b (subject_id, id)
    where o.subject_id = b.subject_id and o.subscription_id = b.id and o.state = 'paying'
    returning o.subject_id as "subjectId"`)
  return rows.map(({ subjectId }) => subjectId)
}

export type Unsettled = { subjectId: string; checkoutId: string; createdAt: Date }
type Which = { provider: string; now: Date; quietSince: Date; limit: number }

/** Orders nobody told about for a while, those the longest not asked about first; whoever takes one asks about it alone. */
export async function takeUnsettled(db: Db, { provider, now, quietSince, limit }: Which): Promise<Unsettled[]> {
  const { rows } = await db.execute<Omit<Unsettled, 'createdAt'> & { createdAt: string }>(sql`
    update billing_order o set asked_at = ${now.toISOString()}::timestamptz
    from (
      select subject_id, id from billing_order
      where provider = ${provider} and state in ('open', 'paying') and checkout_id is not null
        and coalesce(asked_at, created_at) < ${quietSince.toISOString()}::timestamptz
      order by coalesce(asked_at, created_at) limit ${limit} for update skip locked) due
    where o.subject_id = due.subject_id and o.id = due.id
    returning o.subject_id as "subjectId", o.checkout_id as "checkoutId", o.created_at as "createdAt"`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** What was asked for and came to nothing is of use to nobody. */
export async function removeDroppedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(billingOrders).where(and(eq(ofState, 'dropped'), lt(billingOrders.createdAt, before)))
}

/** What was given or noted here is not to be paid on a provider’s page besides, which may stand open: the next one knows of it. */
export async function endOrder(tx: Db, order: BillingOrder, act: BillAct): Promise<void> {
  const isHere = order.provider === 'embedded'
  if (!(isHere ? ['pay', 'free'] : ['pay', 'trial', 'extend']).includes(act)) return
  await changeOrder(tx, order, { state: isHere && act === 'pay' ? 'done' : 'dropped', askingUntil: null })
  if (order.checkoutId) await putCheckoutToEnd(tx, { provider: order.provider, checkoutId: order.checkoutId })
}
