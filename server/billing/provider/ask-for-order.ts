import type { Customer } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { putCustomer } from './customer-store.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { isAtProvider } from './ask-provider.ts'
import { addOrder, changeOrder, findNewestOrder } from '../orders/order-store.ts'
import type { Card, SubscribeNeeds } from '../orders/subscribe-needs.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import type { BillingOrder, Subscription } from '../tables.ts'

export type Wish = { planCode: OfferCode; customer: Customer; returnPath: string }
export type Beginning = { kind: 'begin'; order: BillingOrder; customer: Customer; freeUntil: Date | null }
/** `asked`: a person will see it. `wait`: another window is about it. `begin`: a page is to be made. `look`: one was made. */
type Step = { kind: 'asked' } | { kind: 'wait' } | Beginning | { kind: 'look'; order: BillingOrder }

/** Longer than the provider’s slowest answer to everything that is asked for one order. */
const askingMs = 90_000

/** One open order a card; who gets `begin` or `look` has it alone until it is released, or a minute and a half are over. */
export function askForOrder({ changes, clock, billing: { provider } }: SubscribeNeeds, card: Card, wish: Wish): Promise<Step> {
  return changes.write(async (tx, tell) => {
    await holdBilling(tx, card.id)
    const now = clock.now()
    const row = await findSubscription(tx, card.id)
    const newest = await findNewestOrder(tx, card.id)
    const isPaying = newest?.state === 'paying' && newest.provider === provider?.name
    if (isAtProvider(row, provider) || isPaying || (row && !provider && stateAt(row, now) === 'paid')) throw problem('already-subscribed')
    const open = newest?.state === 'open' ? newest : null
    if (open?.askingUntil && open.askingUntil > now) return { kind: 'wait' }
    await putCustomer(tx, card.id, wish.customer)
    tell(`card:${card.id}`)
    const order = (open && (await kept(tx, open, wish, provider?.name))) ?? (await begun(tx, card, wish, provider?.name, now))
    if (!provider) return { kind: 'asked' }
    await changeOrder(tx, order, { askingUntil: new Date(now.getTime() + askingMs) })
    return order.checkoutId ? { kind: 'look', order } : { kind: 'begin', order, customer: wish.customer, freeUntil: freeUntil(row, now) }
  })
}

/** What was asked of somebody else, or for another plan and never led anywhere, is dropped. A page of the provider’s is looked at first. */
async function kept(tx: Db, open: BillingOrder, { planCode }: Wish, provider = 'embedded'): Promise<BillingOrder | null> {
  if (open.provider === provider && (open.planCode === planCode || open.checkoutId)) return open
  await changeOrder(tx, open, { state: 'dropped' })
  return null
}

const begun = (tx: Db, { id: subjectId }: Card, { planCode, returnPath }: Wish, provider = 'embedded', now: Date) =>
  addOrder(tx, { subjectId, id: newId(now.getTime()), planCode, provider, state: 'open', returnPath, createdAt: now })

/** What was begun or paid here before is not charged for again. */
function freeUntil(row: Subscription | null, now: Date): Date | null {
  const until = row?.state === 'trial' ? row.trialEndsAt : row?.state === 'paid' ? row.paidUntil : null
  return until && until > now ? until : null
}
