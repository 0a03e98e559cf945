import { z } from 'zod'
import type { ProviderInvoice } from '../billing.ts'
import type { PriceReference, Prices } from './prices.ts'
import { dateOf, Metadata, Reference } from './read-subscription.ts'
import { Amount, Seconds } from './stripe-schemas.ts'

const Line = z.object({
  amount: Amount,
  period: z.object({ start: Seconds, end: Seconds }),
  pricing: z.object({ price_details: z.object({ price: Reference, product: z.string() }).nullish() }).nullish(),
})
const Parent = z.object({ subscription_details: z.object({ subscription: Reference, metadata: Metadata }).nullish() })
const Payment = z.object({ payment: z.object({ payment_intent: Reference.nullish(), charge: Reference.nullish() }) })

const StripeInvoice = z.object({
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

/** The refunded amount of each payment. */
export type Refunds = ReadonlyMap<string, number>

/** The invoice of an event; `plan-unknown` while its plan cannot be named. */
export function readEventInvoice(raw: unknown, prices: Pick<Prices, 'planOf' | 'canName'>): ProviderInvoice | 'plan-unknown' | null {
  const price = priceOf(StripeInvoice.parse(raw))
  const invoice = readInvoice(raw, prices)
  return invoice && !prices.canName(price) ? 'plan-unknown' : invoice
}

/** Null: a draft, or without a customer. */
export function readInvoice(raw: unknown, { planOf }: Pick<Prices, 'planOf'>, refunds: Refunds = new Map()): ProviderInvoice | null {
  const source = StripeInvoice.parse(raw)
  if (source.status === null || source.status === 'draft' || !source.customer) return null
  const details = source.parent?.subscription_details
  const line = chargeOf(source)
  return {
    id: source.id,
    customerId: source.customer,
    subscriptionId: details?.subscription ?? null,
    number: source.number ?? source.id,
    state: source.status,
    planCode: planOf(priceOf(source), details?.metadata ?? {}),
    amount: source.amount_due,
    refunded: paymentsOf(source).reduce((sum, payment) => sum + (refunds.get(payment) ?? 0), 0),
    currency: source.currency.toUpperCase(),
    issuedAt: new Date(source.created * 1000),
    from: dateOf(line?.period.start),
    until: dateOf(line?.period.end),
    url: source.hosted_invoice_url ?? '',
  }
}

const paymentsOf = ({ payments }: z.output<typeof StripeInvoice>) =>
  (payments?.data ?? []).flatMap(({ payment }) => payment.payment_intent ?? payment.charge ?? [])

/** After a change of plan an invoice has a credit line beside the charge. */
const chargeOf = ({ lines: { data } }: z.output<typeof StripeInvoice>) => data.findLast(({ amount }) => amount >= 0) ?? data.at(-1)

function priceOf(source: z.output<typeof StripeInvoice>): PriceReference {
  const price = chargeOf(source)?.pricing?.price_details
  return { id: price?.price, product: price?.product }
}
