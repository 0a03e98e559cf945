import { type Account, idOf, listOf, emitEvent } from './account.ts'
import { cardFor, isGood } from './cards.ts'
import type { Charge, Invoice, InvoiceLine, PaymentIntent, Price, Subscription } from './objects.ts'
import { addDays } from './time.ts'

export type Item = { amount: number; price: Price; from: number; until: number; proration?: boolean }

/** Creates an invoice and charges the card. Credit from a downgrade goes to the customer’s balance for the next one. */
export function makeInvoice(account: Account, subscription: Subscription, reason: Invoice['billing_reason'], items: Item[]): Invoice {
  const invoice = draft(account, subscription, reason, items)
  account.invoices.set(invoice.id, invoice)
  subscription.latest_invoice = invoice.id
  emitEvent(account, 'invoice.created', invoice)
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = account.time.seconds()
  emitEvent(account, 'invoice.finalized', invoice)
  payInvoice(account, invoice)
  return invoice
}

function draft(account: Account, subscription: Subscription, reason: Invoice['billing_reason'], items: Item[]): Invoice {
  const id = idOf('in')
  const at = account.time.seconds()
  const customer = account.customers.get(subscription.customer)
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  const used = total < 0 ? total : -Math.min(total, Math.max(0, -(customer?.balance ?? 0)))
  if (customer) customer.balance += total < 0 ? total : -used
  const due = total < 0 ? 0 : total + used
  return {
    id,
    object: 'invoice',
    created: at,
    livemode: false,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    default_payment_method: null,
    hosted_invoice_url: `${account.url}/i/${id}`,
    invoice_pdf: `${account.url}/i/${id}/pdf`,
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      items.map((item) => lineOf(id, subscription, item)),
    ),
    metadata: {},
    next_payment_attempt: null,
    number: `STAND-${String(account.invoices.size + 1).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    payments: listOf('/v1/invoice_payments', []),
    period_end: at,
    period_start: at,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    total,
  }
}

function lineOf(invoice: string, subscription: Subscription, { amount, price, from, until, proration = false }: Item): InvoiceLine {
  return {
    id: idOf('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: proration ? `${amount < 0 ? 'Unused' : 'Remaining'} time` : '1 × plan',
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: { subscription: subscription.id, subscription_item: subscription.items.data[0]?.id ?? '', proration },
    },
    period: { start: from, end: until },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
  }
}

/** Returns whether the charge succeeded. A failure sends an event with the day of the next attempt. */
export function payInvoice(account: Account, invoice: Invoice): boolean {
  if (invoice.status !== 'open') return invoice.status === 'paid'
  const subscription = account.subscriptions.get(invoice.parent.subscription_details.subscription)
  const card = subscription ? cardFor(account, subscription) : null
  if (invoice.amount_due > 0 && !charge(account, invoice, card)) {
    const wait = account.rules.retryDays[invoice.attempt_count - 1]
    invoice.next_payment_attempt = wait === undefined ? null : addDays(account.time.seconds(), wait)
    emitEvent(account, 'invoice.payment_failed', invoice)
    return false
  }
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = account.time.seconds()
  emitEvent(account, 'invoice.paid', invoice)
  emitEvent(account, 'invoice.payment_succeeded', invoice)
  return true
}

function charge(account: Account, invoice: Invoice, card: string | null): boolean {
  invoice.attempt_count += 1
  invoice.attempted = true
  const isPaid = card !== null && isGood(account, card)
  const same = { created: account.time.seconds(), livemode: false, amount: invoice.amount_due, currency: invoice.currency } as const
  const intent: PaymentIntent = {
    ...same,
    id: idOf('pi'),
    object: 'payment_intent',
    customer: invoice.customer,
    latest_charge: null,
    payment_method: card,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
  }
  const made: Charge = {
    ...same,
    id: idOf('ch'),
    object: 'charge',
    amount_captured: isPaid ? invoice.amount_due : 0,
    amount_refunded: 0,
    customer: invoice.customer,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: card,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  }
  intent.latest_charge = made.id
  account.intents.set(intent.id, intent)
  account.charges.set(made.id, made)
  if (isPaid)
    invoice.payments.data.push({
      id: idOf('inpay'),
      object: 'invoice_payment',
      created: same.created,
      livemode: false,
      amount_paid: same.amount,
      amount_requested: same.amount,
      currency: same.currency,
      invoice: invoice.id,
      is_default: true,
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status: 'paid',
    })
  emitEvent(account, isPaid ? 'charge.succeeded' : 'charge.failed', made)
  return isPaid
}

export function voidInvoice(account: Account, invoice: Invoice) {
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = account.time.seconds()
  emitEvent(account, 'invoice.voided', invoice)
}
