import { pathTo } from '#common/path-to.ts'
import { currencyDigits, fromMinorUnits } from '#common/text/currency.ts'
import type Stripe from 'stripe'
import { offerCodes, type OfferCode } from '#contract/billing/plans.ts'
import type { Settings } from '#server/settings.ts'
import { ProviderError } from '../billing.ts'
import { isMonthly, type FullPrice, type Prices } from './prices.ts'
import type { StripeClient } from './stripe-client.ts'

export type CheckSettings = Pick<Settings, 'currency' | 'proPrice' | 'teamPrice' | 'stripeWebhookSecret' | 'publicUrl'>
type Deps = { client: StripeClient; prices: Prices; settings: CheckSettings }

/** Without these events the data is wrong until the nightly comparison. */
export const requiredEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.updated',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'customer.source.expiring',
]

export async function checkStripe({ client, prices, settings }: Deps): Promise<string[]> {
  const secret = settings.stripeWebhookSecret
    ? []
    : ['STRIPE_WEBHOOK_SECRET is empty, so events from Stripe can’t be verified. Set it to the endpoint’s signing secret.']
  try {
    const found = await prices.refetch()
    return [
      ...secret,
      ...offerCodes.flatMap((offer) => findPriceIssues(offer, found.get(offer), prices.lookupKey(offer), settings)),
      ...(await client.call((stripe) => findPortalIssues(stripe, settings.teamPrice !== ''))),
      ...(await client.call((stripe) => findEndpointIssues(stripe, settings.publicUrl))),
    ]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isKey = error.message.startsWith('StripeAuthenticationError') || error.message.startsWith('StripePermissionError')
    const reason = isKey
      ? 'Stripe rejects the key in STRIPE_SECRET_KEY, or the key lacks a permission.'
      : `Stripe can’t be reached: ${error.message}`
    return [...secret, reason]
  }
}

function findPriceIssues(offer: OfferCode, price: FullPrice | undefined, key: string, settings: CheckSettings): string[] {
  const setting = { PRO: { name: 'PRO_PRICE', amount: settings.proPrice }, PRO_TEAM: { name: 'TEAM_PRICE', amount: settings.teamPrice } }[
    offer
  ]
  if (setting.amount === '') return []
  if (!price) return [`Stripe has no active price with the lookup key ${key}.`]
  if (!price.terms) return [`The price ${key} in Stripe can’t be read.`]
  if (!isMonthly(price.terms)) return [`The price ${key} isn’t monthly in Stripe.`]
  if (setting.amount === 'ask') return []
  const currency = price.terms.currency.toUpperCase()
  const amount = inUnits(price.terms.unit_amount ?? 0, currency)
  const isSame = currency === settings.currency && Number(amount) === Number(setting.amount)
  return isSame
    ? []
    : [`Stripe charges ${amount} ${currency} for ${key}; ${setting.name} and CURRENCY say ${setting.amount} ${settings.currency}.`]
}

function inUnits(amount: number, currency: string): string {
  return fromMinorUnits(amount, currency).toFixed(currencyDigits(currency))
}

async function findPortalIssues(stripe: Stripe, hasSeveral: boolean): Promise<string[]> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 })
  const features = data[0]?.features
  if (!features) return ['Stripe’s customer portal isn’t set up, so owners can’t change their payment method. Save its settings in Stripe.']
  return [
    ...(features.payment_method_update.enabled ? [] : ['Stripe’s customer portal doesn’t allow changing the payment method.']),
    ...(features.subscription_update.enabled || !hasSeveral ? [] : ['Stripe’s customer portal doesn’t allow changing the plan.']),
  ]
}

async function findEndpointIssues(stripe: Stripe, publicUrl: string): Promise<string[]> {
  const url = `${publicUrl}${pathTo('billing.receiveEvent')}`
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled')
  if (!endpoint) return [`No webhook endpoint in Stripe sends events to ${url}.`]
  const missing = endpoint.enabled_events.includes('*') ? [] : requiredEvents.filter((kind) => !endpoint.enabled_events.includes(kind))
  return missing.length > 0 ? [`The webhook endpoint in Stripe doesn’t send ${missing.join(', ')}.`] : []
}
