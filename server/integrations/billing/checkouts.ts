import type Stripe from 'stripe'
import { z } from 'zod'
import type { BillingProvider, Checkout, CheckoutOutcome } from '../billing.ts'
import type { Prices } from './prices.ts'
import { Reference } from './read-subscription.ts'
import { Seconds } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'
import { faultOf, isMissing } from './trouble.ts'

type Needs = { client: StripeClient; prices: Prices; clock: { now(): Date }; hasTax: boolean }
type Wish = Parameters<BillingProvider['beginCheckout']>[0]

const hourMs = 3_600_000
/** Stripe takes no end of a trial that is nearer, and a few minutes pass until it has read ours. */
const nearestTrialEndMs = 48 * hourMs + 5 * 60_000

const SessionThere = z.object({ id: z.string(), url: z.url(), expires_at: Seconds })
const Outcome = z.object({ status: z.enum(['open', 'complete', 'expired']), subscription: Reference.nullish() })

export function checkoutCalls(needs: Needs): Pick<BillingProvider, 'beginCheckout' | 'readCheckout' | 'endCheckout'> {
  const { ask } = needs.client
  return {
    async beginCheckout(wish, idempotencyKey) {
      const price = await needs.prices.toSell(wish.planCode)
      return ask(async (stripe) => {
        try {
          return presentSession(
            await stripe.checkout.sessions.create(describeCheckout(needs, wish, price.id, idempotencyKey), { idempotencyKey }),
          )
        } catch (error) {
          if (faultOf(error)?.type !== 'StripeIdempotencyError') throw error
          return findAgain(stripe, wish.customerId, idempotencyKey, error)
        }
      })
    },

    readCheckout: (id) => ask((stripe) => readOutcome(stripe, id)),

    endCheckout: (id) =>
      ask(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(id)
        } catch (error) {
          if (!isMissing(error) && (faultOf(error)?.statusCode !== 400 || (await readOutcome(stripe, id)).state === 'open')) throw error
        }
      }),
  }
}

async function readOutcome(stripe: Stripe, id: string): Promise<CheckoutOutcome> {
  try {
    const { status, subscription } = Outcome.parse(await stripe.checkout.sessions.retrieve(id))
    return { state: status, subscriptionId: subscription ?? null }
  } catch (error) {
    // Of another account, as after the change from test mode: nobody pays there.
    if (isMissing(error)) return { state: 'expired', subscriptionId: null }
    throw error
  }
}

/** The key was used a while ago, and time has gone into the words since: it was begun then, and is still to be found. */
async function findAgain(stripe: Stripe, customer: string, key: string, otherwise: unknown): Promise<Checkout> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: 100 })
  const begun = data.find((session) => session.metadata?.['order_key'] === key && session.status === 'open')
  if (!begun) throw otherwise
  return presentSession(begun)
}

function presentSession(raw: unknown): Checkout {
  const { id, url, expires_at: until } = SessionThere.parse(raw)
  return { id, url, expiresAt: new Date(until * 1000) }
}

function describeCheckout({ clock, hasTax }: Needs, wish: Wish, price: string, key: string): Stripe.Checkout.SessionCreateParams {
  const noted = { subject_id: wish.subjectId, plan_code: wish.planCode }
  const now = clock.now()
  const trialEnd = trialEndFor(wish.trialEndsAt, now)
  return {
    mode: 'subscription',
    customer: wish.customerId,
    client_reference_id: wish.subjectId,
    line_items: [{ price, quantity: 1 }],
    payment_method_collection: 'always',
    allow_promotion_codes: false,
    success_url: wish.successUrl,
    cancel_url: wish.cancelUrl,
    expires_at: secondsOf(now.getTime() + hourMs),
    metadata: { ...noted, order_key: key },
    subscription_data: {
      metadata: noted,
      ...(trialEnd ? { trial_end: trialEnd, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } } : {}),
    },
    ...(hasTax ? { automatic_tax: { enabled: true }, billing_address_collection: 'required', customer_update: { address: 'auto' } } : {}),
  }
}

/** What is left of a trial is never cut short; the shortest one Stripe begins is two days. */
function trialEndFor(endsAt: Date | null, now: Date): number | null {
  return endsAt && endsAt > now ? secondsOf(Math.max(endsAt.getTime(), now.getTime() + nearestTrialEndMs)) : null
}

const secondsOf = (ms: number) => Math.ceil(ms / 1000)
