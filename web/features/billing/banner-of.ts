import type { CardSubscription } from '#contract/cards/cards.ts'
import { trialBannerDays } from '#contract/constants.ts'
import { planLabelOf, type PlanLabel } from '#contract/billing/plan-label.ts'

export type BannerState = Exclude<PlanLabel, 'active'>

/** What the banner above an owner's pages names; null where there is nothing to do. */
export function bannerOf(subscription: CardSubscription): BannerState | null {
  const label = planLabelOf(subscription)
  if (label === 'trial') return isTrialBannerDue(subscription) ? 'trial' : null
  return label === 'active' ? null : label
}

/** A trial that ends without a payment card. */
export function isTrialBannerDue({ isInError, trialDays }: CardSubscription): boolean {
  return isInError && trialDays >= trialBannerDays.from && trialDays <= trialBannerDays.to
}

/** What PRO would add is told on the free plan; in an editor's preview only where that plays the app. */
export function isFreemiumDue({ mayShow, search }: { mayShow: boolean; search: string }): boolean {
  const query = new URLSearchParams(search)
  return mayShow && (query.get('preview') !== 'on' || query.get('simulateStandalone') === 'on')
}
