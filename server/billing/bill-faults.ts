import type { BillWish } from '#contract/operator-billing.ts'
import type { OfferCode } from '#contract/plans.ts'
import type { FieldFault } from '#contract/problem.ts'
import { offeredPlans, type PriceSettings } from './offered-plans.ts'

/** What an act lacks, in words for who presses. */
export function billActFaults({ act, days, amount }: BillWish, settings: PriceSettings, offer: OfferCode): FieldFault[] {
  if (act === 'extend' && !days) return [{ path: 'days', message: 'Say by how many days.' }]
  const price = offeredPlans(settings).find(({ plan_code }) => plan_code === offer)?.price
  if (act === 'pay' && !amount && !price) return [{ path: 'amount', message: 'Say what was paid: this plan has no price here.' }]
  return []
}
