import type { Customer } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { upsertCustomer } from '../provider/customer-store.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { isManagedByProvider } from '../provider/call-provider.ts'
import { insertOrder, updateOrder, findNewestOrder } from './order-store.ts'
import type { Card, SubscribeDeps } from './subscribe-deps.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import type { BillingOrder, Subscription } from '../tables.ts'

type OrderRequest = { planCode: OfferCode; customer: Customer; returnPath: string }
export type NewCheckout = { kind: 'create'; order: BillingOrder; customer: Customer; freeUntil: Date | null }
/** `requested`: an administrator handles it. `wait`: another request holds it. `create`: needs a checkout page. `resume`: has one. */
type Step = { kind: 'requested' } | { kind: 'wait' } | NewCheckout | { kind: 'resume'; order: BillingOrder }

/** Longer than all provider calls for one order can take. */
const leaseMs = 90_000

/** One open order per card. `create` and `resume` give the caller an exclusive lease of 90 seconds. */
export function claimOrder({ changes, clock, billing: { provider } }: SubscribeDeps, card: Card, request: OrderRequest): Promise<Step> {
  return changes.write(async (tx, notify) => {
    await lockBilling(tx, card.id)
    const now = clock.now()
    const row = await findSubscription(tx, card.id)
    const newest = await findNewestOrder(tx, card.id)
    const isPaying = newest?.state === 'paying' && newest.provider === provider?.name
    if (isManagedByProvider(row, provider) || isPaying || (row && !provider && stateAt(row, now) === 'paid'))
      throw problem('already-subscribed')
    const open = newest?.state === 'open' ? newest : null
    if (open?.lockedUntil && open.lockedUntil > now) return { kind: 'wait' }
    await upsertCustomer(tx, card.id, request.customer)
    notify(`card:${card.id}`)
    const order =
      (open && (await reuseOrder(tx, open, request, provider?.name))) ?? (await insertNewOrder(tx, card, request, provider?.name, now))
    if (!provider) return { kind: 'requested' }
    await updateOrder(tx, order, { lockedUntil: new Date(now.getTime() + leaseMs) })
    return order.checkoutId
      ? { kind: 'resume', order }
      : { kind: 'create', order, customer: request.customer, freeUntil: freeUntil(row, now) }
  })
}

/** Drops an order of another provider, or of another plan without a checkout page. A page that exists is checked first. */
async function reuseOrder(tx: Db, open: BillingOrder, { planCode }: OrderRequest, provider = 'embedded'): Promise<BillingOrder | null> {
  if (open.provider === provider && (open.planCode === planCode || open.checkoutId)) return open
  await updateOrder(tx, open, { state: 'dropped' })
  return null
}

const insertNewOrder = (tx: Db, { id: subjectId }: Card, { planCode, returnPath }: OrderRequest, provider = 'embedded', now: Date) =>
  insertOrder(tx, { subjectId, id: newId(now.getTime()), planCode, provider, state: 'open', returnPath, createdAt: now })

/** The end of the current trial or paid period: the first charge is after it. */
function freeUntil(row: Subscription | null, now: Date): Date | null {
  const until = row?.state === 'trial' ? row.trialEndsAt : row?.state === 'paid' ? row.paidUntil : null
  return until && until > now ? until : null
}
