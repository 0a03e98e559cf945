import type Stripe from 'stripe'
import type { BillingProvider } from '../billing.ts'
import type { Prices } from './prices.ts'
import { readInvoice, type Refunds } from './read-invoice.ts'
import { asOf, readEach, type StripeClient } from './stripe-client.ts'

/** Far more than the refunds between two nightly runs. */
const refundsMax = 5000

export function invoiceCalls({
  client: { call },
  prices,
}: {
  client: StripeClient
  prices: Prices
}): Pick<BillingProvider, 'listInvoices'> {
  return {
    async listInvoices(after, customerId) {
      await prices.read()
      return call(async (stripe) => {
        const page = await stripe.invoices.list({
          limit: 100,
          expand: ['data.payments'],
          ...(after ? { starting_after: after } : {}),
          ...(customerId ? { customer: customerId } : {}),
        })
        const refunds = customerId ? await refundsTo(stripe, customerId) : await refundsSince(stripe, page.data.at(-1)?.created)
        const { objects: invoices, ...rest } = readEach(page, (raw) => readInvoice(raw, prices, refunds))
        return asOf({ invoices, ...rest }, page)
      })
    },
  }
}

/** Invoices do not contain refunds: charges and refunds do. */
async function refundsTo(stripe: Stripe, customer: string): Promise<Refunds> {
  const refunds = new Map<string, number>()
  for await (const { id, payment_intent: intent, amount_refunded: amount } of stripe.charges.list({ customer, limit: 100 }))
    if (amount > 0) refunds.set(idOf(intent) ?? id, amount)
  return refunds
}

async function refundsSince(stripe: Stripe, oldest: number | undefined): Promise<Refunds> {
  const refunds = new Map<string, number>()
  if (oldest === undefined) return refunds
  let count = 0
  for await (const { payment_intent: intent, charge, amount, status } of stripe.refunds.list({ created: { gte: oldest }, limit: 100 })) {
    const payment = idOf(intent) ?? idOf(charge)
    const isPaidOut = status !== 'failed' && status !== 'canceled'
    if (payment && isPaidOut) refunds.set(payment, (refunds.get(payment) ?? 0) + amount)
    count += 1
    if (count >= refundsMax) break
  }
  return refunds
}

const idOf = (named: string | { id: string } | null) => (typeof named === 'string' ? named : (named?.id ?? null))
