import type { Billing } from '../billing.ts'
import { createBreakers } from '../breaker.ts'
import type { Clock } from '../clock.ts'
import { createStripe, type StripeBillingSettings } from './stripe.ts'

export function createBilling(settings: StripeBillingSettings, clock: Clock, breakers = createBreakers()): Billing {
  return { provider: settings.stripeSecretKey ? createStripe(settings, clock, undefined, breakers) : null }
}
