import type { Plan } from '#contract/billing/billing.ts'
import type { Offer } from '#contract/billing/offer.ts'
import { toMinorUnits } from '#common/text/currency.ts'
import { offerCodes, offers } from '#contract/billing/plans.ts'
import type { Settings } from '#server/settings.ts'

export type PriceSettings = Pick<Settings, 'plans' | 'currency' | 'proPrice' | 'teamPrice'>

/** The plans on offer, with the prices from the settings. */
export function offeredPlans({ plans, currency, proPrice, teamPrice }: PriceSettings): Plan[] {
  if (!plans) return []
  const prices = { PRO: proPrice, PRO_TEAM: teamPrice }
  return offerCodes
    .filter((code) => prices[code] !== '')
    .map((code) => ({
      plan_code: code,
      name: offers[code].name,
      quantity: 1,
      price: prices[code] === 'ask' ? null : { amount: toMinorUnits(prices[code], currency), currency },
    }))
}

export const offerOf = (settings: Settings): Offer => ({
  plans: offeredPlans(settings),
  trialDays: settings.trialDays,
  dunningDays: settings.dunningDays,
})
