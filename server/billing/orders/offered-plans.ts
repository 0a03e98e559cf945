import type { Plan } from '#contract/billing/billing.ts'
import type { Offer } from '#contract/billing/offer.ts'
import { smallestCoins } from '#contract/coins.ts'
import { offerCodes, offers } from '#contract/billing/plans.ts'
import type { Settings } from '#server/settings.ts'

export type PriceSettings = Pick<Settings, 'currency' | 'proPrice' | 'teamPrice'>

/** The plans on offer here, with the prices that the settings name. */
export function offeredPlans({ currency, proPrice, teamPrice }: PriceSettings): Plan[] {
  const prices = { PRO: proPrice, PRO_TEAM: teamPrice }
  return offerCodes
    .filter((code) => prices[code] !== '')
    .map((code) => ({
      plan_code: code,
      name: offers[code].name,
      quantity: 1,
      price: prices[code] === 'ask' ? null : { amount: smallestCoins(prices[code], currency), currency },
    }))
}

/** What is said of plans here, as the settings have it. */
export const offerOf = (settings: Settings): Offer => ({
  plans: offeredPlans(settings),
  trialDays: settings.trialDays,
  dunningDays: settings.dunningDays,
})
