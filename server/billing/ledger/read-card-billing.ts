import type { CardBilling } from '#contract/billing/admin-billing.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { describeSubscription } from '../subscriptions/describe-subscription.ts'
import { listEventsOf } from './ledger-store.ts'
import { listInvoices } from '../invoices/invoice-store.ts'
import { allowedActions } from './ledger-actions.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { findOpenOrder } from '../orders/order-store.ts'
import { presentCustomer } from '../subscriptions/present-customer.ts'
import { presentEvent, presentOrder } from './present-summaries.ts'
import { presentInvoice } from '../invoices/present-invoice.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

type Deps = { db: Db; clock: Clock; billing: Billing; settings: PriceSettings }

/** A card’s billing for the admin pages. */
export async function readCardBilling(
  { db, clock, billing, settings }: Deps,
  { id, alias }: { id: string; alias: string },
): Promise<CardBilling> {
  const now = clock.now()
  const [row, customer, order, invoices, events] = await Promise.all([
    settings.plans ? findSubscription(db, id) : null,
    findCustomer(db, id),
    settings.plans ? findOpenOrder(db, id) : null,
    listInvoices(db, id),
    listEventsOf(db, id),
  ])
  const { subscription } = describeSubscription(row, now, settings)
  const provider = row && row.provider !== 'embedded' && row.provider === billing.provider?.name ? row.provider : ''
  const refund = invoices.some(({ state, amount, refunded }) => state === 'paid' && refunded < amount) ? (['refund'] as const) : []
  return {
    alias,
    subscription,
    label: planLabelOf(subscription),
    offer: row?.planCode ?? null,
    paidBy: provider ? 'provider' : 'person',
    provider,
    trialEndsAt: moment(row?.trialEndsAt),
    paidUntil: moment(row?.paidUntil),
    dunningUntil: moment(row?.dunningUntil),
    cancelAt: moment(row?.cancelAt),
    card: row?.card ?? null,
    order: order && presentOrder(order, alias, customer?.email ?? ''),
    customer: customer && presentCustomer(customer),
    acts: [...(provider || !settings.plans ? [] : allowedActions(row, now)), ...refund],
    plans: offeredPlans(settings),
    currency: settings.currency,
    invoices: invoices.map((invoice) => presentInvoice(invoice, alias)),
    events: events.map((event) => presentEvent(event, alias)),
  }
}

const moment = (at: Date | null | undefined) => at?.toISOString() ?? null
