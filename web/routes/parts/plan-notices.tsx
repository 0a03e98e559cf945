import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isFreemiumDue, isTrialBannerDue } from '../../features/billing/banner-of.ts'
import { FreemiumPanel } from '../../features/billing/freemium-panel.tsx'
import { PlanBanner } from '../../features/billing/plan-banner.tsx'
import { UpgradeModal } from '../../features/billing/upgrade-modal.tsx'
import { planHref } from '../../features/owner/plan-link.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { subscriptionHref } from './account-links.ts'
import type { Owner } from './open-owner.ts'

type Props = { owner: Owner; price: string; place: 'banner' | 'panel' | null }

/**
 * What an owner is told of the plan beside any of their pages, and what looks whether it changed. Nobody else fetches it. A page that
 * offers PRO itself has no second offer.
 */
export default function PlanNotices({ owner, price, place }: Props): ReactNode {
  const { alias, subscription } = owner
  const { search } = useLocation()
  usePlanWatch(alias)
  const isFree = isFreemiumDue({ mayShow: owner.may.seeBanners, search })
  return (
    <>
      {isTrialBannerDue(subscription) && <PlanBanner kind="trial" daysLeft={subscription.trialDays} href={planHref(alias, 'update')} />}
      {isFree && place === 'banner' && <PlanBanner kind="freemium" daysLeft={0} href={subscriptionHref(alias)} />}
      {isFree && place === 'panel' && <FreemiumPanel alias={alias} href={subscriptionHref(alias)} />}
      {!owner.isActive && <UpgradeModal price={price} />}
    </>
  )
}
