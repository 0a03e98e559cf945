import type { CardBilling } from '#contract/operator-billing.ts'
import { planLabelOf } from '#contract/plan-label.ts'
import type { Db } from '#server/db/database.ts'
import type { Billing } from '#server/outside/billing.ts'
import type { Clock } from '#server/outside/clock.ts'
import { findCustomer } from './customer-store.ts'
import { describeSubscription } from './describe-subscription.ts'
import { listEventsOf } from './desk-store.ts'
import { listInvoices } from './invoice-store.ts'
import { possibleActs } from './ledger-acts.ts'
import { offeredPlans, type PriceSettings } from './offered-plans.ts'
import { findOpenOrder } from './order-store.ts'
import { presentCustomer } from './present-customer.ts'
import { presentEvent } from './present-event.ts'
import { presentInvoice } from './present-invoice.ts'
import { presentOrder } from './present-order.ts'
import { findSubscription } from './subscription-store.ts'

type Needs = { db: Db; clock: Clock; billing: Billing; settings: PriceSettings }

/** All of a card's billing, as an operator sees it. */
export async function readCardBilling(
  { db, clock, billing, settings }: Needs,
  { id, alias }: { id: string; alias: string },
): Promise<CardBilling> {
  const now = clock.now()
  const [row, customer, order, invoices, events] = await Promise.all([
    findSubscription(db, id),
    findCustomer(db, id),
    findOpenOrder(db, id),
    listInvoices(db, id),
    listEventsOf(db, id),
  ])
  const { subscription } = describeSubscription(row, now)
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
    acts: [...(provider ? [] : possibleActs(row, now)), ...refund],
    plans: offeredPlans(settings),
    currency: settings.currency,
    invoices: invoices.map((invoice) => presentInvoice(invoice, alias)),
    events: events.map((event) => presentEvent(event, alias)),
  }
}

const moment = (at: Date | null | undefined) => at?.toISOString() ?? null
