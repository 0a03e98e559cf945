import { z } from 'zod'
import type { PaymentCard } from '#contract/billing/billing.ts'
import type { ProviderSubscription } from '../billing.ts'
import { StripePrice, type Prices } from './prices.ts'
import { Seconds } from './stripe-schemas.ts'

export const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
export const Metadata = z.record(z.string(), z.string()).nullish()
const Moment = Seconds.nullish()

const Item = z.object({ price: StripePrice, current_period_start: Moment, current_period_end: Moment })
const StripeSubscription = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  status: z.string(),
  created: Seconds,
  customer: Reference,
  metadata: Metadata,
  items: z.object({ data: z.array(Item) }),
  trial_end: Moment,
  cancel_at: Moment,
  cancel_at_period_end: z.boolean(),
  ended_at: Moment,
})

const Payer = z.object({
  invoice_settings: z.object({ default_payment_method: z.unknown().optional() }).optional(),
  default_source: z.unknown().optional(),
})
const Payment = z.object({
  default_payment_method: z.unknown().optional(),
  default_source: z.unknown().optional(),
  customer: z.unknown().optional(),
})

/** Paths to expand to find the payment card; Stripe uses the first that is set. */
export const cardPaths = [
  'default_payment_method',
  'default_source',
  'customer.invoice_settings.default_payment_method',
  'customer.default_source',
]

/** Null: a subscription to another product of the account. Load the prices first. */
export function readSubscription(raw: unknown, { planOf }: Pick<Prices, 'planOf'>): ProviderSubscription | null {
  const source = StripeSubscription.parse(raw)
  const metadata = source.metadata ?? {}
  const plans = source.items.data.map((item) => ({ item, planCode: planOf(item.price, metadata) }))
  const match = plans.find(({ planCode }) => planCode !== null)
  if (!match?.planCode) return null
  const periodEndsAt = dateOf(match.item.current_period_end)
  return {
    id: source.id,
    customerId: source.customer,
    subjectId: metadata['subject_id'] ?? null,
    status: source.status,
    planCode: match.planCode,
    beganAt: new Date(source.created * 1000),
    trialEndsAt: dateOf(source.trial_end),
    periodStartsAt: dateOf(match.item.current_period_start),
    periodEndsAt,
    cancelAt: dateOf(source.cancel_at) ?? (source.cancel_at_period_end ? periodEndsAt : null),
    endedAt: dateOf(source.ended_at),
    card: findPaymentCard(raw),
  }
}

function findPaymentCard(raw: unknown) {
  const { default_payment_method: own, default_source: ownSource, customer } = Payment.parse(raw)
  const payer = Payer.safeParse(customer).data
  const candidates = [own, ownSource, payer?.invoice_settings?.default_payment_method, payer?.default_source]
  return candidates.map(readCard).find((card) => card !== null) ?? null
}

export const dateOf = (seconds: number | null | undefined) => (typeof seconds === 'number' ? new Date(seconds * 1000) : null)

const CardDetails = z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
const Method = z.object({ object: z.literal('payment_method'), type: z.string(), card: CardDetails.nullish() })
const LegacyCard = CardDetails.extend({ object: z.literal('card') })
const OtherSource = z.object({ object: z.string(), type: z.string().optional(), last4: z.string().nullish() })

/** For methods that never expire, such as a bank account. */
const never = '9999-12'

/** The safe details of a payment method; null if there is none, or only its id. */
function readCard(raw: unknown): PaymentCard | null {
  const method = Method.safeParse(raw).data
  if (method?.card) return toPaymentCard(method.card)
  if (method) return { brand: method.type, last4: '', expires: never }
  const legacy = LegacyCard.safeParse(raw).data
  if (legacy) return toPaymentCard(legacy)
  const other = OtherSource.safeParse(raw).data
  return other ? { brand: other.type ?? other.object, last4: other.last4 ?? '', expires: never } : null
}

function toPaymentCard({ brand, last4, exp_month: month, exp_year: year }: z.output<typeof CardDetails>): PaymentCard {
  return { brand: brand.toLowerCase(), last4, expires: `${year}-${String(month).padStart(2, '0')}` }
}
