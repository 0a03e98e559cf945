import { z } from 'zod'
import type { ProviderInvoice } from '../billing.ts'
import type { PriceNamed, Prices } from './prices.ts'
import { dateOf, Noted, Reference } from './read-subscription.ts'
import { Amount, Seconds } from './shapes.ts'

const Line = z.object({
  amount: Amount,
  period: z.object({ start: Seconds, end: Seconds }),
  pricing: z.object({ price_details: z.object({ price: Reference, product: z.string() }).nullish() }).nullish(),
})
const Parent = z.object({ subscription_details: z.object({ subscription: Reference, metadata: Noted }).nullish() })
const Payment = z.object({ payment: z.object({ payment_intent: Reference.nullish(), charge: Reference.nullish() }) })

const InvoiceThere = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  number: z.string().nullish(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']).nullable(),
  created: Seconds,
  customer: Reference.nullable(),
  amount_due: Amount,
  currency: z.string(),
  hosted_invoice_url: z.string().nullish(),
  parent: Parent.nullish(),
  lines: z.object({ data: z.array(Line) }),
  payments: z.object({ data: z.array(Payment) }).nullish(),
})

/** What was given back, by the payment it was given back of. */
export type Refunds = ReadonlyMap<string, number>

/** The invoice of an event; `plan-unknown` while its plan cannot be named. */
export function readToldInvoice(raw: unknown, prices: Pick<Prices, 'planOf' | 'canName'>): ProviderInvoice | 'plan-unknown' | null {
  const price = priceOf(InvoiceThere.parse(raw))
  const told = readInvoice(raw, prices)
  return told && !prices.canName(price) ? 'plan-unknown' : told
}

/** Null: not written yet, or to nobody. */
export function readInvoice(raw: unknown, { planOf }: Pick<Prices, 'planOf'>, refunds: Refunds = new Map()): ProviderInvoice | null {
  const there = InvoiceThere.parse(raw)
  if (there.status === null || there.status === 'draft' || !there.customer) return null
  const details = there.parent?.subscription_details
  const line = chargeOf(there)
  return {
    id: there.id,
    customerId: there.customer,
    subscriptionId: details?.subscription ?? null,
    number: there.number ?? there.id,
    state: there.status,
    planCode: planOf(priceOf(there), details?.metadata ?? {}),
    amount: there.amount_due,
    refunded: paymentsOf(there).reduce((sum, payment) => sum + (refunds.get(payment) ?? 0), 0),
    currency: there.currency.toUpperCase(),
    issuedAt: new Date(there.created * 1000),
    from: dateOf(line?.period.start),
    until: dateOf(line?.period.end),
    url: there.hosted_invoice_url ?? '',
  }
}

const paymentsOf = ({ payments }: z.output<typeof InvoiceThere>) =>
  (payments?.data ?? []).flatMap(({ payment }) => payment.payment_intent ?? payment.charge ?? [])

/** After a change of plan an invoice has a credit line beside the charge. */
const chargeOf = ({ lines: { data } }: z.output<typeof InvoiceThere>) => data.findLast(({ amount }) => amount >= 0) ?? data.at(-1)

function priceOf(there: z.output<typeof InvoiceThere>): PriceNamed {
  const price = chargeOf(there)?.pricing?.price_details
  return { id: price?.price, product: price?.product }
}
