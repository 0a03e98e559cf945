import type { CardSubscription } from '#contract/cards/cards.ts'
import { trialBannerDays } from '#contract/constants.ts'
import { planLabelOf, type PlanLabel } from '#contract/billing/plan-label.ts'

export type BannerState = Exclude<PlanLabel, 'active'>

/** The content of the banner above an owner's pages; null if there is nothing to do. */
export function bannerOf(subscription: CardSubscription): BannerState | null {
  const label = planLabelOf(subscription)
  if (label === 'trial') return isTrialBannerDue(subscription) ? 'trial' : null
  return label === 'active' ? null : label
}

/** A trial without a payment method. */
export function isTrialBannerDue({ isInError, trialDays }: CardSubscription): boolean {
  return isInError && trialDays >= trialBannerDays.from && trialDays <= trialBannerDays.to
}

/** PRO is offered on the free plan; in the editor’s preview only if that simulates the app. */
export function isFreemiumDue({ mayShow, search }: { mayShow: boolean; search: string }): boolean {
  const query = new URLSearchParams(search)
  return mayShow && (query.get('preview') !== 'on' || query.get('simulateStandalone') === 'on')
}
