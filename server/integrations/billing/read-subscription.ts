import { z } from 'zod'
import type { PaymentCard } from '#contract/billing/billing.ts'
import type { ProviderSubscription } from '../billing.ts'
import { PriceThere, type Prices } from './prices.ts'
import { Seconds } from './shapes.ts'

export const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
export const Noted = z.record(z.string(), z.string()).nullish()
const Moment = Seconds.nullish()

const Item = z.object({ price: PriceThere, current_period_start: Moment, current_period_end: Moment })
const SubscriptionThere = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  status: z.string(),
  created: Seconds,
  customer: Reference,
  metadata: Noted,
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

/** What has to come along, so that the card that pays is known; Stripe looks in these places one after the other. */
export const cardPlaces = [
  'default_payment_method',
  'default_source',
  'customer.invoice_settings.default_payment_method',
  'customer.default_source',
]

/** Null: somebody else's, in the same account. Prices have to be known before. */
export function readSubscription(raw: unknown, { planOf }: Pick<Prices, 'planOf'>): ProviderSubscription | null {
  const there = SubscriptionThere.parse(raw)
  const noted = there.metadata ?? {}
  const plans = there.items.data.map((item) => ({ item, planCode: planOf(item.price, noted) }))
  const ours = plans.find(({ planCode }) => planCode !== null)
  if (!ours?.planCode) return null
  const periodEndsAt = dateOf(ours.item.current_period_end)
  return {
    id: there.id,
    customerId: there.customer,
    subjectId: noted['subject_id'] ?? null,
    status: there.status,
    planCode: ours.planCode,
    beganAt: new Date(there.created * 1000),
    trialEndsAt: dateOf(there.trial_end),
    periodStartsAt: dateOf(ours.item.current_period_start),
    periodEndsAt,
    cancelAt: dateOf(there.cancel_at) ?? (there.cancel_at_period_end ? periodEndsAt : null),
    endedAt: dateOf(there.ended_at),
    card: cardThatPays(raw),
  }
}

function cardThatPays(raw: unknown) {
  const { default_payment_method: own, default_source: ownSource, customer } = Payment.parse(raw)
  const payer = Payer.safeParse(customer).data
  const places = [own, ownSource, payer?.invoice_settings?.default_payment_method, payer?.default_source]
  return places.map(readCard).find((card) => card !== null) ?? null
}

export const dateOf = (seconds: number | null | undefined) => (typeof seconds === 'number' ? new Date(seconds * 1000) : null)

const Printed = z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
const Method = z.object({ object: z.literal('payment_method'), type: z.string(), card: Printed.nullish() })
const OldCard = Printed.extend({ object: z.literal('card') })
const OtherSource = z.object({ object: z.string(), type: z.string().optional(), last4: z.string().nullish() })

/** What never runs out, such as an account at a bank. */
const never = '9999-12'

/** A means of payment as far as anybody may see it; null where there is none, or only its id. */
function readCard(raw: unknown): PaymentCard | null {
  const method = Method.safeParse(raw).data
  if (method?.card) return printed(method.card)
  if (method) return { brand: method.type, last4: '', expires: never }
  const old = OldCard.safeParse(raw).data
  if (old) return printed(old)
  const other = OtherSource.safeParse(raw).data
  return other ? { brand: other.type ?? other.object, last4: other.last4 ?? '', expires: never } : null
}

function printed({ brand, last4, exp_month: month, exp_year: year }: z.output<typeof Printed>): PaymentCard {
  return { brand: brand.toLowerCase(), last4, expires: `${year}-${String(month).padStart(2, '0')}` }
}
