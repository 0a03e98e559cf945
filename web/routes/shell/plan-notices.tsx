import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { bannerOf, isFreemiumDue } from '../../features/billing/banner-of.ts'
import { FreemiumPanel } from '../../features/billing/freemium-panel.tsx'
import { PlanBanner } from '../../features/billing/plan-banner.tsx'
import { UpgradeDialog, UpgradeOnCard } from '../../features/billing/upgrade-dialog.tsx'
import { planHref, planLink } from '../../features/billing/plan-link.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import type { Owner } from '../../loaders/owner-of.ts'

type Props = { owner: Owner; price: string; place: 'banner' | 'panel' | null }

/**
 * The plan notices beside every page of an owner, and the watch for changes of the plan. Only owners load it. Pages that offer PRO
 * have no second offer.
 */
export default function PlanNotices({ owner, price, place }: Props): ReactNode {
  const { alias, subscription } = owner
  const { search } = useLocation()
  usePlanWatch(alias)
  const state = bannerOf(subscription)
  const mayOffer = isFreemiumDue({ mayShow: owner.may.seeBanners, search })
  return (
    <>
      {state && state !== 'free' && (
        <PlanBanner state={state} daysLeft={subscription.trialDays} href={planHref(alias, planLink(subscription) ?? 'change')} />
      )}
      {state === 'free' && mayOffer && place === 'banner' && <PlanBanner state="free" daysLeft={0} href={subscriptionHref(alias)} />}
      {state === 'free' && mayOffer && place === 'panel' && <FreemiumPanel alias={alias} href={subscriptionHref(alias)} />}
      {!owner.isActive && (place === 'panel' ? <UpgradeOnCard /> : <UpgradeDialog price={price} />)}
    </>
  )
}
