import { pathTo } from '#common/path-to.ts'
import { coinDigits, fromCoins } from '#contract/coins.ts'
import type Stripe from 'stripe'
import { offerCodes, type OfferCode } from '#contract/billing/plans.ts'
import type { Settings } from '#server/settings.ts'
import { ProviderTrouble } from '../billing.ts'
import { isMonthly, type FullPrice, type Prices } from './prices.ts'
import type { StripeClient } from './stripe-client.ts'

export type CheckSettings = Pick<Settings, 'currency' | 'proPrice' | 'teamPrice' | 'stripeWebhookSecret' | 'publicUrl'>
type Needs = { client: StripeClient; prices: Prices; settings: CheckSettings }

/** Without these the rest cannot be right, or only by the nightly comparison. */
export const eventsNeeded = [
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

export async function checkStripe({ client, prices, settings }: Needs): Promise<string[]> {
  const secret = settings.stripeWebhookSecret ? [] : ['STRIPE_WEBHOOK_SECRET is empty: nothing that Stripe tells can be believed.']
  try {
    const found = await prices.readAnew()
    return [
      ...secret,
      ...offerCodes.flatMap((offer) => faultsOfPrice(offer, found.get(offer), prices.lookupKey(offer), settings)),
      ...(await client.ask((stripe) => faultsOfPortal(stripe, settings.teamPrice !== ''))),
      ...(await client.ask((stripe) => faultsOfEndpoint(stripe, settings.publicUrl))),
    ]
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    const isKey = error.message.startsWith('StripeAuthenticationError') || error.message.startsWith('StripePermissionError')
    const reason = isKey
      ? 'Stripe refuses the key in STRIPE_SECRET_KEY, or one of the rights it needs.'
      : `Stripe cannot be asked: ${error.message}`
    return [...secret, reason]
  }
}

function faultsOfPrice(offer: OfferCode, price: FullPrice | undefined, key: string, settings: CheckSettings): string[] {
  const ours = { PRO: { name: 'PRO_PRICE', amount: settings.proPrice }, PRO_TEAM: { name: 'TEAM_PRICE', amount: settings.teamPrice } }[
    offer
  ]
  if (ours.amount === '') return []
  if (!price) return [`Stripe has no active price with the lookup key ${key}.`]
  if (!isMonthly(price)) return [`The price ${key} is not by the month in Stripe.`]
  if (ours.amount === 'ask') return []
  const currency = price.currency.toUpperCase()
  const there = `${inUnits(price.unit_amount ?? 0, currency)} ${currency}`
  const isSame = currency === settings.currency && Number(inUnits(price.unit_amount ?? 0, currency)) === Number(ours.amount)
  return isSame ? [] : [`Stripe charges ${there} for ${key}; ${ours.name} and CURRENCY say ${ours.amount} ${settings.currency}.`]
}

function inUnits(amount: number, currency: string): string {
  return fromCoins(amount, currency).toFixed(coinDigits(currency))
}

async function faultsOfPortal(stripe: Stripe, hasSeveral: boolean): Promise<string[]> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 })
  const features = data[0]?.features
  if (!features) return ['The settings of Stripe’s customer portal were never saved: nobody can change a payment card.']
  return [
    ...(features.payment_method_update.enabled ? [] : ['Stripe’s customer portal does not let anybody change a payment card.']),
    ...(features.subscription_update.enabled || !hasSeveral ? [] : ['Stripe’s customer portal does not let anybody change the plan.']),
  ]
}

async function faultsOfEndpoint(stripe: Stripe, publicUrl: string): Promise<string[]> {
  const url = `${publicUrl}${pathTo('billing.hear')}`
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled')
  if (!endpoint) return [`No webhook endpoint in Stripe sends events to ${url}.`]
  const lacking = endpoint.enabled_events.includes('*') ? [] : eventsNeeded.filter((kind) => !endpoint.enabled_events.includes(kind))
  return lacking.length > 0 ? [`The webhook endpoint in Stripe leaves out ${lacking.join(', ')}.`] : []
}
