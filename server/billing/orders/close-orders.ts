import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { BillingAction } from '#contract/admin/admin-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { CheckoutOutcome } from '#server/integrations/billing.ts'
import { type BillingOrder, billingOrders, checkoutsToEnd } from '../tables.ts'
import { updateOrder } from './order-store.ts'

const { subjectId: ofSubject, checkoutId: ofCheckout, state: ofState } = billingOrders

/** The subscription’s event may arrive before or after the checkout’s. `unknown`: the state of a paid order without a known subscription. */
type CheckoutEnd = { checkoutId: string; unknown: 'paying' | 'dropped' } & CheckoutOutcome

/** Closes the order of a checkout that completed or expired. Returns its new state, or null if it was closed before. The caller has locked the card. */
export async function closeOrderByCheckout(tx: Db, subjectId: string, end: CheckoutEnd): Promise<'paying' | 'done' | 'dropped' | null> {
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

/** Completes orders whose subscription is now known; returns their cards. */
export async function completePayingOrders(tx: Db, subscriptions: readonly { subjectId: string; id: string }[]): Promise<string[]> {
  if (subscriptions.length === 0) return []
  const { rows } = await tx.execute<{ subjectId: string }>(sql`
    update billing_order o set state = 'done'
    from unnest(${sql.param(subscriptions.map(({ subjectId }) => subjectId))}::uuid[], ${sql.param(subscriptions.map(({ id }) => id))}::text[])
      as b (subject_id, id)
    where o.subject_id = b.subject_id and o.subscription_id = b.id and o.state = 'paying'
    returning o.subject_id as "subjectId"`)
  return rows.map(({ subjectId }) => subjectId)
}

export type PendingOrder = { subjectId: string; checkoutId: string; createdAt: Date }
type ClaimOptions = { provider: string; now: Date; quietSince: Date; limit: number }

/** Claims orders without news since `quietSince`, longest unchecked first. Each is claimed by one instance. */
export async function claimStaleOrders(db: Db, { provider, now, quietSince, limit }: ClaimOptions): Promise<PendingOrder[]> {
  const { rows } = await db.execute<Omit<PendingOrder, 'createdAt'> & { createdAt: string }>(sql`
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

export async function removeDroppedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(billingOrders).where(and(eq(ofState, 'dropped'), lt(billingOrders.createdAt, before)))
}

/** Closes an order after a recorded action and expires its checkout page, so that the plan is not paid twice. */
export async function closeOrderAfterAction(tx: Db, order: BillingOrder, action: BillingAction): Promise<void> {
  const isLocal = order.provider === 'embedded'
  if (!(isLocal ? ['pay', 'free'] : ['pay', 'trial', 'extend']).includes(action)) return
  await updateOrder(tx, order, { state: isLocal && action === 'pay' ? 'done' : 'dropped', lockedUntil: null })
  // A job expires it at the provider within a minute.
  if (order.checkoutId)
    await tx.insert(checkoutsToEnd).values({ provider: order.provider, checkoutId: order.checkoutId }).onConflictDoNothing()
}
