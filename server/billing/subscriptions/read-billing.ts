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
import { findNewestOrder } from '../orders/order-store.ts'
import { presentCustomer } from './present-customer.ts'
import { findSubscription, listSubscriptions } from './subscription-store.ts'

type Needs = { db: Db; clock: Clock; billing: Billing; settings: PriceSettings & Pick<Settings, 'trialDays'> }

/** How the plan of a card stands, for its owner. */
export async function readBilling(needs: Needs, card: { id: string; alias: string }): Promise<BillingState> {
  const { db, clock, billing, settings } = needs
  const [row, customer, order] = await Promise.all([findSubscription(db, card.id), findCustomer(db, card.id), readOrder(needs, card.id)])
  const { subscription } = describeSubscription(row, clock.now())
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
    trialDays: settings.trialDays,
    plans: offeredPlans(settings),
    customer: customer && presentCustomer(customer),
  }
}

/** A page does not wait longer for somebody else. */
const patienceMs = 2500

/**
 * What became of the last order. Whoever comes back from paying is often here before the provider's word: then it is asked. Where it
 * does not answer, the order is open as far as we know.
 */
async function readOrder({ db, billing: { provider } }: Pick<Needs, 'db' | 'billing'>, subjectId: string): Promise<BillingState['order']> {
  const newest = await findNewestOrder(db, subjectId)
  if (!newest || newest.state === 'dropped' || newest.state === 'done') return 'none'
  if (newest.provider === 'embedded') return provider ? 'none' : 'open'
  if (newest.provider !== provider?.name || !newest.checkoutId) return 'none'
  if (newest.state === 'paying') return 'paying'
  const state = await askBriefly(provider, newest.checkoutId)
  return state === 'complete' ? 'paying' : state === 'open' ? 'open' : 'none'
}

async function askBriefly(provider: BillingProvider, checkoutId: string) {
  const enough = new AbortController()
  const asked = provider.readCheckout(checkoutId).then(
    ({ state }) => state,
    () => 'open' as const,
  )
  const late = setTimeout(patienceMs, 'open' as const, { signal: enough.signal }).catch(() => 'open' as const)
  try {
    return await Promise.race([asked, late])
  } finally {
    enough.abort()
  }
}

/** Those of these cards that have one, in the order of the cards. A card that is free has none. */
export async function listOwnSubscriptions(
  { db, clock, settings }: { db: Db; clock: Clock; settings: { productName: string } },
  cards: readonly { id: string; alias: string }[],
): Promise<SubscriptionListItem[]> {
  const rows = await listSubscriptions(
    db,
    cards.map(({ id }) => id),
  )
  return cards.flatMap(({ id, alias }) => {
    const row = rows.find(({ subjectId }) => subjectId === id)
    if (!row) return []
    const label = planLabelOf(describeSubscription(row, clock.now()).subscription)
    return [{ subscription_id: row.subscriptionId ?? id, name: `${settings.productName} ${offers[row.planCode].name}`, alias, label }]
  })
}

/**
 * Another word as soon as a page about the plan would look different: what was written, what ran out by itself, and each day of a
 * trial. Nobody else is asked for it, so that many open pages cost little.
 */
export async function readMark({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<{ mark: string }> {
  const now = clock.now()
  const [row, order] = await Promise.all([findSubscription(db, subjectId), findNewestOrder(db, subjectId)])
  const daysLeft = row?.trialEndsAt ? Math.ceil((row.trialEndsAt.getTime() - now.getTime()) / dayMs) : 0
  const { updatedAt: _written, ...told } = row ?? { updatedAt: null }
  const known = [stateAt(row, now), Math.max(0, daysLeft), told, order?.id, order?.state]
  return { mark: createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, 16) }
}

const dayMs = 86_400_000
