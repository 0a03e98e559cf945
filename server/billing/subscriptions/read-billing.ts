import type { BillingState } from '#contract/billing/billing.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { describeSubscription } from './describe-subscription.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { presentCustomer } from './present-customer.ts'
import { readOrder } from '../orders/read-order.ts'
import { findSubscription } from './subscription-store.ts'

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
