import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BillingState, SubscriptionListItem } from '#contract/billing/billing.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { offers } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing, BillingProvider } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { describeSubscription, stateAt } from './describe-subscription.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import type { PlanReader } from '../orders/read-plan.ts'
import { findNewestOrder } from '../orders/order-store.ts'
import { presentCustomer } from './present-customer.ts'
import { findSubscription, listSubscriptions } from './subscription-store.ts'

type Deps = {
  db: Db
  clock: Clock
  billing: Billing
  settings: PriceSettings & Pick<Settings, 'trialDays'>
  /** How long a page waits for the provider. */
  providerWaitMs?: number | undefined
}

/** The billing state of a card, for its owner. */
export async function readBilling(deps: Deps, card: { id: string; alias: string }): Promise<BillingState> {
  const { db, clock, billing, settings } = deps
  const [row, customer, order] = await Promise.all([
    settings.plans ? findSubscription(db, card.id) : null,
    findCustomer(db, card.id),
    settings.plans ? readOrder(deps, card.id) : ('none' as const),
  ])
  const { subscription } = describeSubscription(row, clock.now(), settings)
  return {
    alias: card.alias,
    subscription,
    label: planLabelOf(subscription),
    offer: row?.planCode ?? null,
    paidBy: billing.provider ? 'provider' : 'person',
    trialEndsAt: row?.trialEndsAt?.toISOString() ?? null,
    paidUntil: row?.paidUntil?.toISOString() ?? null,
    cancelAt: row?.cancelAt?.toISOString() ?? null,
    card: row?.card ?? null,
    order,
    trialDays: settings.plans ? settings.trialDays : 0,
    plans: offeredPlans(settings),
    customer: customer && presentCustomer(customer),
  }
}

const defaultProviderWaitMs = 2500

/**
 * The state of the last order. After payment the owner often returns before the event arrives, so the provider is asked. If it does not
 * respond, the order counts as open.
 */
async function readOrder(
  { db, billing: { provider }, providerWaitMs = defaultProviderWaitMs }: Pick<Deps, 'db' | 'billing' | 'providerWaitMs'>,
  subjectId: string,
): Promise<BillingState['order']> {
  const newest = await findNewestOrder(db, subjectId)
  if (!newest || newest.state === 'dropped' || newest.state === 'done') return 'none'
  if (newest.provider === 'embedded') return provider ? 'none' : 'open'
  if (newest.provider !== provider?.name || !newest.checkoutId) return 'none'
  if (newest.state === 'paying') return 'paying'
  const state = await readCheckoutState(provider, newest.checkoutId, providerWaitMs)
  return state === 'complete' ? 'paying' : state === 'open' ? 'open' : 'none'
}

async function readCheckoutState(provider: BillingProvider, checkoutId: string, waitMs: number) {
  const timer = new AbortController()
  const answer = provider.readCheckout(checkoutId).then(
    ({ state }) => state,
    () => 'open' as const,
  )
  const timeout = setTimeout(waitMs, 'open' as const, { signal: timer.signal }).catch(() => 'open' as const)
  try {
    return await Promise.race([answer, timeout])
  } finally {
    timer.abort()
  }
}

/** The subscriptions of these cards, in the same order. Cards on the free plan have none. Without plans every card has an active one. */
export async function listOwnSubscriptions(
  { db, clock, settings }: PlanReader & { settings: { productName: string } },
  cards: readonly { id: string; alias: string }[],
): Promise<SubscriptionListItem[]> {
  if (!settings.plans) return cards.map(({ id, alias }) => ({ subscription_id: id, name: settings.productName, alias, label: 'active' }))
  const rows = await listSubscriptions(
    db,
    cards.map(({ id }) => id),
  )
  return cards.flatMap(({ id, alias }) => {
    const row = rows.find(({ subjectId }) => subjectId === id)
    if (!row) return []
    const label = planLabelOf(describeSubscription(row, clock.now(), settings).subscription)
    return [{ subscription_id: row.subscriptionId ?? id, name: `${settings.productName} ${offers[row.planCode].name}`, alias, label }]
  })
}

/**
 * A token that changes whenever a page about the plan would: on writes, on expiry and on each day of a trial. It never calls the
 * provider, so many polling pages cost little.
 */
export async function readMark({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<{ mark: string }> {
  const now = clock.now()
  const [row, order] = await Promise.all([findSubscription(db, subjectId), findNewestOrder(db, subjectId)])
  const daysLeft = row?.trialEndsAt ? Math.ceil((row.trialEndsAt.getTime() - now.getTime()) / dayMs) : 0
  const { updatedAt: _written, ...content } = row ?? { updatedAt: null }
  const parts = [stateAt(row, now), Math.max(0, daysLeft), content, order?.id, order?.state]
  return { mark: createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16) }
}

const dayMs = 86_400_000
