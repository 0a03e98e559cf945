import type Stripe from 'stripe'
import { z } from 'zod'
import type { BillingProvider, Checkout, CheckoutOutcome } from '../billing.ts'
import type { Prices } from './prices.ts'
import { Reference } from './read-subscription.ts'
import { Seconds } from './stripe-schemas.ts'
import type { StripeClient } from './stripe-client.ts'
import { readStripeError, isMissing } from './stripe-errors.ts'

type Deps = { client: StripeClient; prices: Prices; clock: { now(): Date }; hasTax: boolean }
type CheckoutRequest = Parameters<BillingProvider['createCheckout']>[0]

const hourMs = 3_600_000
/** Stripe’s minimum for a trial, plus a few minutes for the request to arrive. */
const minTrialMs = 48 * hourMs + 5 * 60_000

const StripeSession = z.object({ id: z.string(), url: z.url(), expires_at: Seconds })
const Outcome = z.object({ status: z.enum(['open', 'complete', 'expired']), subscription: Reference.nullish() })

export function checkoutCalls(deps: Deps): Pick<BillingProvider, 'createCheckout' | 'readCheckout' | 'expireCheckout'> {
  const { call } = deps.client
  return {
    async createCheckout(request, idempotencyKey) {
      const price = await deps.prices.priceFor(request.planCode)
      return call(async (stripe) => {
        try {
          return presentSession(
            await stripe.checkout.sessions.create(describeCheckout(deps, request, price.id, idempotencyKey), { idempotencyKey }),
          )
        } catch (error) {
          if (readStripeError(error)?.type !== 'StripeIdempotencyError') throw error
          return findExistingSession(stripe, request.customerId, idempotencyKey, error)
        }
      })
    },

    readCheckout: (id) => call((stripe) => readOutcome(stripe, id)),

    expireCheckout: (id) =>
      call(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(id)
        } catch (error) {
          if (!isMissing(error) && (readStripeError(error)?.statusCode !== 400 || (await readOutcome(stripe, id)).state === 'open'))
            throw error
        }
      }),
  }
}

async function readOutcome(stripe: Stripe, id: string): Promise<CheckoutOutcome> {
  try {
    const { status, subscription } = Outcome.parse(await stripe.checkout.sessions.retrieve(id))
    return { state: status, subscriptionId: subscription ?? null }
  } catch (error) {
    // A checkout of another account, such as after leaving test mode, can’t be paid.
    if (isMissing(error)) return { state: 'expired', subscriptionId: null }
    throw error
  }
}

/** The key was used before, and the request differs because it contains times: find the session created then. */
async function findExistingSession(stripe: Stripe, customer: string, key: string, originalError: unknown): Promise<Checkout> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: 100 })
  const session = data.find((session) => session.metadata?.['order_key'] === key && session.status === 'open')
  if (!session) throw originalError
  return presentSession(session)
}

function presentSession(raw: unknown): Checkout {
  const { id, url, expires_at: until } = StripeSession.parse(raw)
  return { id, url, expiresAt: new Date(until * 1000) }
}

function describeCheckout(
  { clock, hasTax }: Deps,
  request: CheckoutRequest,
  price: string,
  key: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { subject_id: request.subjectId, plan_code: request.planCode }
  const now = clock.now()
  const trialEnd = trialEndFor(request.trialEndsAt, now)
  return {
    mode: 'subscription',
    customer: request.customerId,
    client_reference_id: request.subjectId,
    line_items: [{ price, quantity: 1 }],
    payment_method_collection: 'always',
    allow_promotion_codes: false,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: secondsOf(now.getTime() + hourMs),
    metadata: { ...metadata, order_key: key },
    subscription_data: {
      metadata: metadata,
      ...(trialEnd ? { trial_end: trialEnd, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } } : {}),
    },
    ...(hasTax ? { automatic_tax: { enabled: true }, billing_address_collection: 'required', customer_update: { address: 'auto' } } : {}),
  }
}

/** Keeps the rest of a trial; Stripe’s minimum is two days. */
function trialEndFor(endsAt: Date | null, now: Date): number | null {
  return endsAt && endsAt > now ? secondsOf(Math.max(endsAt.getTime(), now.getTime() + minTrialMs)) : null
}

const secondsOf = (ms: number) => Math.ceil(ms / 1000)
