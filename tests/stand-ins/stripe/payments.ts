import { type Account, idOf, emitEvent } from './account.ts'
import { attachCard, type CardInput, isGood } from './cards.ts'
import { badRequest, found } from './errors.ts'
import { begin, settle } from './subscriptions.ts'
import type { CheckoutSession, Customer, Subscription } from './objects.ts'

/** Pays at the checkout page. Null: the card was declined, and the page stays open. */
export function pay(account: Account, sessionId: string, input: CardInput = {}): Subscription | null {
  const { session, options } = found(account.sessions, 'checkout session', sessionId)
  if (session.status !== 'open') return null
  const customer = found(account.customers, 'customer', session.customer)
  const price = found(account.prices, 'price', options.price)
  const isDeclined = input.declines && !options.trialEnd
  if (isDeclined) return null
  const card = attachCard(account, customer, input)
  if (!options.trialEnd && !isGood(account, card.id)) return null

  const { trialEnd, metadata, missingCard, hasTax } = options
  const subscription = begin(account, { customer: customer.id, price, trialEnd, metadata, missingCard, hasTax, card: card.id })
  Object.assign(session, {
    status: 'complete',
    payment_status: trialEnd ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>)
  emitEvent(account, 'checkout.session.completed', session)
  return subscription
}

/** Sets a new card for all subscriptions of the customer and retries open invoices. */
export function updateCard(account: Account, customer: Customer, input: CardInput = {}) {
  const card = attachCard(account, customer, input)
  const before = { invoice_settings: { default_payment_method: customer.invoice_settings.default_payment_method } }
  customer.invoice_settings.default_payment_method = card.id
  emitEvent(account, 'customer.updated', customer, before)
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.ended_at) continue
    const old = { default_payment_method: subscription.default_payment_method }
    subscription.default_payment_method = card.id
    emitEvent(account, 'customer.subscription.updated', subscription, old)
    settle(account, subscription)
  }
  return card
}

export function refund(account: Account, invoiceId: string, amount?: number) {
  const invoice = found(account.invoices, 'invoice', invoiceId)
  const intent = found(account.intents, 'payment_intent', invoice.payments.data[0]?.payment.payment_intent)
  const charge = found(account.charges, 'charge', intent.latest_charge ?? '')
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  const left = charge.amount - charge.amount_refunded
  const input = amount ?? left
  if (input > left) throw badRequest(`Refund amount (${input}) is greater than unrefunded amount on charge (${left})`, 'amount')
  charge.amount_refunded += input
  charge.refunded = charge.amount_refunded === charge.amount
  const made = {
    id: idOf('re'),
    object: 'refund' as const,
    created: account.time.seconds(),
    livemode: false as const,
    amount: input,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: intent.id,
    reason: null,
    status: 'succeeded' as const,
  }
  account.refunds.set(made.id, made)
  emitEvent(account, 'refund.created', made)
  emitEvent(account, 'charge.refunded', charge, before)
  return made
}

export function addPrice(
  account: Account,
  options: { lookupKey: string; name: string; amount: number; currency?: string; interval?: string | null; product?: string },
) {
  const { lookupKey, name, amount, currency = 'usd', interval = 'month', product: productId = idOf('prod') } = options
  const created = account.time.seconds()
  account.products.set(productId, { id: productId, object: 'product', created, livemode: false, name, active: true })
  const price = {
    id: idOf('price'),
    object: 'price' as const,
    created,
    livemode: false as const,
    active: true,
    currency,
    lookup_key: lookupKey,
    metadata: {},
    product: productId,
    recurring: interval ? { interval, interval_count: 1, usage_type: 'licensed' as const } : null,
    type: interval ? ('recurring' as const) : ('one_time' as const),
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  }
  // A lookup key belongs to one price: the older price loses it.
  for (const other of account.prices.values()) if (other.lookup_key === lookupKey) other.lookup_key = null
  account.prices.set(price.id, price)
  return price
}
