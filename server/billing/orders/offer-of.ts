import type { Offer } from '#contract/billing/offer.ts'
import type { Settings } from '#server/settings.ts'
import { offeredPlans } from './offered-plans.ts'

/** What is said of plans here, as the settings have it. */
export const offerOf = (settings: Settings): Offer => ({
  plans: offeredPlans(settings),
  trialDays: settings.trialDays,
  dunningDays: settings.dunningDays,
})
