import type Stripe from 'stripe'
import { ProviderTrouble, type AsOf, type BillingProvider, type ProviderSubscription } from '../billing.ts'
import type { Prices } from './prices.ts'
import { cardPlaces, readSubscription } from './read-subscription.ts'
import { asOf, type StripeClient } from './stripe-client.ts'
import { isMissing } from './trouble.ts'

type Calls = Pick<BillingProvider, 'manage' | 'cancelAtPeriodEnd' | 'resume' | 'readSubscription' | 'listSubscriptions'>

export function subscriptionCalls({ client: { ask }, prices }: { client: StripeClient; prices: Prices }): Calls {
  async function present(answer: Stripe.Response<Stripe.Subscription>): Promise<AsOf<ProviderSubscription> | null> {
    const subscription = readSubscription(answer, prices)
    return subscription && asOf(subscription, answer)
  }

  async function end(id: string, isWished: boolean) {
    await prices.read()
    const told = await ask(async (stripe) =>
      present(await stripe.subscriptions.update(id, { cancel_at_period_end: isWished, expand: cardPlaces })),
    )
    if (!told) throw new ProviderTrouble('refused', 'not one of our subscriptions')
    return told
  }

  return {
    manage: ({ customerId, subscriptionId, act, returnUrl }) =>
      ask(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...flowFor(act, subscriptionId, returnUrl),
        })
        return url
      }),

    cancelAtPeriodEnd: (id) => end(id, true),
    resume: (id) => end(id, false),

    async readSubscription(id) {
      await prices.read()
      return ask(async (stripe) => {
        try {
          return await present(await stripe.subscriptions.retrieve(id, { expand: cardPlaces }))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      })
    },

    async listSubscriptions(after) {
      await prices.read()
      return ask(async (stripe) => {
        const expand = cardPlaces.map((place) => `data.${place}`)
        const page = await stripe.subscriptions.list({ status: 'all', limit: 100, expand, ...(after ? { starting_after: after } : {}) })
        const subscriptions = page.data.flatMap((one) => readSubscription(one, prices) ?? [])
        return asOf({ subscriptions, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null }, page)
      })
    },
  }
}

/** Straight to what is wished; a change without a subscription shows the whole portal. */
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
