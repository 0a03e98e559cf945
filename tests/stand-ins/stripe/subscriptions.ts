import { type Account, idOf, listOf, emitEvent } from './account.ts'
import { cardFor } from './cards.ts'
import { makeInvoice, payInvoice, voidInvoice } from './invoices.ts'
import { badRequest } from './errors.ts'
import type { MissingCard, Price, Subscription, SubscriptionStatus } from './objects.ts'
import { addMonths, periodEnd } from './time.ts'

export type Beginning = {
  customer: string
  price: Price
  trialEnd?: number | null
  metadata?: Record<string, string>
  missingCard?: MissingCard
  card?: string | null
  hasTax?: boolean
}

/** Without a trial it is charged at once; if that fails, it stays `incomplete` for up to a day. */
export function begin(account: Account, options: Beginning): Subscription {
  const { customer, price, trialEnd = null, metadata = {}, missingCard = 'create_invoice', card = null, hasTax = false } = options
  const now = account.time.seconds()
  const id = idOf('sub')
  const subscription: Subscription = {
    id,
    object: 'subscription',
    created: now,
    livemode: false,
    automatic_tax: { enabled: hasTax },
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: price.currency,
    customer,
    default_payment_method: card,
    default_source: null,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [
      {
        id: idOf('si'),
        object: 'subscription_item',
        created: now,
        current_period_start: now,
        current_period_end: trialEnd ?? addMonths(now, 1),
        metadata: {},
        price: structuredClone(price),
        quantity: 1,
        subscription: id,
      },
    ]),
    latest_invoice: null,
    metadata,
    pause_collection: null,
    start_date: now,
    status: trialEnd ? 'trialing' : 'incomplete',
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: missingCard } },
    trial_start: trialEnd ? now : null,
  }
  account.subscriptions.set(id, subscription)
  emitEvent(account, 'customer.subscription.created', subscription)
  const until = itemOf(subscription).current_period_end
  const invoice = makeInvoice(account, subscription, 'subscription_create', [
    { amount: trialEnd ? 0 : price.unit_amount, price, from: now, until },
  ])
  if (invoice.status === 'paid' && !trialEnd) setStatus(account, subscription, 'active')
  return subscription
}

export function itemOf(subscription: Subscription) {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription has one item.')
  return item
}

export function setStatus(account: Account, subscription: Subscription, status: SubscriptionStatus) {
  if (subscription.status === status) return
  const before = { status: subscription.status }
  subscription.status = status
  emitEvent(account, 'customer.subscription.updated', subscription, before)
}

export function cancelAtPeriodEnd(account: Account, subscription: Subscription, shouldCancel: boolean) {
  if (subscription.ended_at) throw badRequest('A canceled subscription can only update its cancellation_details and metadata.')
  if (subscription.cancel_at_period_end === shouldCancel) return
  const before = { cancel_at_period_end: subscription.cancel_at_period_end, cancel_at: subscription.cancel_at }
  subscription.cancel_at_period_end = shouldCancel
  subscription.cancel_at = shouldCancel ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = shouldCancel ? account.time.seconds() : null
  subscription.cancellation_details.reason = shouldCancel ? 'cancellation_requested' : null
  emitEvent(account, 'customer.subscription.updated', subscription, before)
}

export function end(account: Account, subscription: Subscription, status: 'canceled' | 'incomplete_expired', reason: string | null) {
  if (subscription.ended_at) throw badRequest(`No such subscription: '${subscription.id}'`, 'id', 'resource_missing')
  const now = account.time.seconds()
  subscription.status = status
  subscription.canceled_at ??= status === 'canceled' ? now : null
  subscription.ended_at = now
  subscription.cancellation_details.reason ??= reason
  for (const invoice of openInvoices(account, subscription)) voidInvoice(account, invoice)
  emitEvent(account, status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
}

export const openInvoices = (account: Account, { id }: Subscription) =>
  [...account.invoices.values()].filter(({ status, parent }) => status === 'open' && parent.subscription_details.subscription === id)

/** The rest of the month is credited at the old price and charged at the new one. */
export function switchPlan(account: Account, subscription: Subscription, price: Price) {
  const item = itemOf(subscription)
  const old = item.price
  if (old.id === price.id) return
  const before = { items: { data: [{ price: structuredClone(old) }] } }
  item.price = structuredClone(price)
  emitEvent(account, 'customer.subscription.updated', subscription, before)
  if (subscription.status !== 'active') return

  const now = account.time.seconds()
  const share = (item.current_period_end - now) / (item.current_period_end - item.current_period_start)
  const period = { from: now, until: item.current_period_end, proration: true }
  const invoice = makeInvoice(account, subscription, 'subscription_update', [
    { amount: -Math.round(old.unit_amount * share), price: old, ...period },
    { amount: Math.round(price.unit_amount * share), price, ...period },
  ])
  if (invoice.status !== 'paid') setStatus(account, subscription, 'past_due')
}

/** Renews for the next month and charges it at once. */
export function renew(account: Account, subscription: Subscription, from: number) {
  const item = itemOf(subscription)
  item.current_period_start = from
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, from)
  const { price, current_period_end: until } = item
  const invoice = makeInvoice(account, subscription, 'subscription_cycle', [{ amount: price.unit_amount, price, from, until }])
  const before = { status: subscription.status, latest_invoice: null }
  subscription.status = invoice.status === 'paid' ? 'active' : 'past_due'
  emitEvent(account, 'customer.subscription.updated', subscription, before)
}

/** Retries open invoices; once all are paid, the subscription is active again. */
export function settle(account: Account, subscription: Subscription): boolean {
  for (const invoice of openInvoices(account, subscription)) if (!payInvoice(account, invoice)) return false
  if (['past_due', 'unpaid', 'incomplete'].includes(subscription.status)) setStatus(account, subscription, 'active')
  return true
}

/** Resumes after a trial that ended without a card: a new month starts now. */
export function unpause(account: Account, subscription: Subscription) {
  if (subscription.status !== 'paused') throw badRequest('Only a paused subscription can be resumed.')
  if (!cardFor(account, subscription)) throw badRequest('This customer has no attached payment source or default payment method.')
  subscription.billing_cycle_anchor = account.time.seconds()
  renew(account, subscription, account.time.seconds())
  emitEvent(account, 'customer.subscription.resumed', subscription)
}
