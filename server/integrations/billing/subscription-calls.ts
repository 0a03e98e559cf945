import type Stripe from 'stripe'
import { ProviderError, type AsOf, type BillingProvider, type ProviderSubscription } from '../billing.ts'
import type { Prices } from './prices.ts'
import { cardPaths, readSubscription } from './read-subscription.ts'
import { asOf, readEach, type StripeClient } from './stripe-client.ts'
import { isMissing } from './stripe-errors.ts'

type Calls = Pick<BillingProvider, 'manage' | 'cancelAtPeriodEnd' | 'resume' | 'readSubscription' | 'listSubscriptions'>

export function subscriptionCalls({ client: { call }, prices }: { client: StripeClient; prices: Prices }): Calls {
  async function present(answer: Stripe.Response<Stripe.Subscription>): Promise<AsOf<ProviderSubscription> | null> {
    const subscription = readSubscription(answer, prices)
    return subscription && asOf(subscription, answer)
  }

  async function setCancelAtPeriodEnd(id: string, shouldCancel: boolean) {
    await prices.read()
    const updated = await call(async (stripe) =>
      present(await stripe.subscriptions.update(id, { cancel_at_period_end: shouldCancel, expand: cardPaths })),
    )
    if (!updated) throw new ProviderError('rejected', 'not a subscription to our plans')
    return updated
  }

  return {
    manage: ({ customerId, subscriptionId, act, returnUrl }) =>
      call(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...flowFor(act, subscriptionId, returnUrl),
        })
        return url
      }),

    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(id, true),
    resume: (id) => setCancelAtPeriodEnd(id, false),

    async readSubscription(id) {
      await prices.read()
      return call(async (stripe) => {
        try {
          return await present(await stripe.subscriptions.retrieve(id, { expand: cardPaths }))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      })
    },

    async listSubscriptions(after) {
      await prices.read()
      return call(async (stripe) => {
        const expand = cardPaths.map((path) => `data.${path}`)
        const page = await stripe.subscriptions.list({ status: 'all', limit: 100, expand, ...(after ? { starting_after: after } : {}) })
        const { objects: subscriptions, ...rest } = readEach(page, (raw) => readSubscription(raw, prices))
        return asOf({ subscriptions, ...rest }, page)
      })
    },
  }
}

/** Opens the portal at the requested step; a plan change without a subscription opens the whole portal. */
function flowFor(
  act: 'update-card' | 'change',
  subscription: string | null,
  returnUrl: string,
): Pick<Stripe.BillingPortal.SessionCreateParams, 'flow_data'> {
  const after_completion = { type: 'redirect', redirect: { return_url: returnUrl } } as const
  if (act === 'update-card') return { flow_data: { type: 'payment_method_update', after_completion } }
  if (!subscription) return {}
  return { flow_data: { type: 'subscription_update', subscription_update: { subscription }, after_completion } }
}
