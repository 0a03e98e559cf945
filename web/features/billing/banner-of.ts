import type { CardSubscription } from '#contract/cards.ts'
import { trialBannerDays } from '#contract/constants.ts'

export type BannerKind = 'trial' | 'freemium'

/** Above the owner's pages: a trial that ends without a payment card. */
export function isTrialBannerDue({ isInError, trialDays }: CardSubscription): boolean {
  return isInError && trialDays >= trialBannerDays.from && trialDays <= trialBannerDays.to
}

/** What PRO would add is told on the free plan; in an editor's preview only where that plays the app. */
export function isFreemiumDue({ mayShow, search }: { mayShow: boolean; search: string }): boolean {
  const query = new URLSearchParams(search)
  return mayShow && (query.get('preview') !== 'on' || query.get('simulateStandalone') === 'on')
}
