import type { Settings } from '#server/settings.ts'
import { createBreakers } from '../breaker.ts'
import type { Billing, BillingProvider } from '../billing.ts'
import type { Clock } from '../clock.ts'
import { checkStripe, type CheckSettings } from './check-stripe.ts'
import { checkoutCalls } from './checkouts.ts'
import { customerCalls } from './customers.ts'
import { parseStripeWebhook } from './parse-stripe-webhook.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { createPrices } from './prices.ts'
import { createStripeClient, type StripeSettings } from './stripe-client.ts'
import { subscriptionCalls } from './subscription-calls.ts'

export type StripeBillingSettings = StripeSettings & CheckSettings & Pick<Settings, 'productSlug' | 'stripeTax'>

/** The payment service Stripe. */
export function createStripe(
  settings: StripeBillingSettings,
  clock: Clock,
  timeoutMs?: number,
  breakers = createBreakers(),
): BillingProvider {
  const client = createStripeClient(settings, timeoutMs, breakers.of('stripe'))
  const prices = createPrices(client, settings.productSlug, clock)
  return {
    name: 'stripe',
    ...customerCalls(client),
    ...checkoutCalls({ client, prices, clock, hasTax: settings.stripeTax }),
    ...subscriptionCalls({ client, prices }),
    ...invoiceCalls({ client, prices }),
    parseWebhook: (raw, headers, now) => parseStripeWebhook(client, settings.stripeWebhookSecret, prices, { raw, headers, now }),
    check: () => checkStripe({ client, prices, settings }),
  }
}

export function createBilling(settings: StripeBillingSettings, clock: Clock, breakers = createBreakers()): Billing {
  return { provider: settings.stripeSecretKey ? createStripe(settings, clock, undefined, breakers) : null }
}
