import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Badge } from '../../../ui/status/badge.tsx'
import { Status } from '../../../ui/status/status.tsx'
import type { CardLineView } from '../admin-view.ts'

type Marked = Pick<CardLineView, 'plan' | 'isTrial' | 'trialDays' | 'isPastDue' | 'isDemo'>

/** A card's plan, or that it is a demo. */
export function PlanBadge({ card: { plan, isTrial, trialDays, isPastDue, isDemo } }: { card: Marked }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  if (isDemo) return <Badge>{t('admin.demo')}</Badge>
  if (!hasPlans) return null
  if (isPastDue) return <Badge kind="bad">{t('admin.planFilter.past-due')}</Badge>
  if (isTrial) return <Badge kind="warn">{t('admin.trialDays', { count: trialDays })}</Badge>
  return plan === 'PRO' ? <Badge kind="brass">PRO</Badge> : <Badge>{t('admin.planFilter.free')}</Badge>
}

/** Whether a card is live, off or taken down. */
export function StateOfCard({ card: { isOff, isDisabled } }: { card: Pick<CardLineView, 'isOff' | 'isDisabled'> }) {
  const t = useTranslate()
  if (isDisabled) return <Status kind="bad">{t('admin.stateFilter.down')}</Status>
  return isOff ? <Status kind="off">{t('admin.stateFilter.off')}</Status> : <Status kind="ok">{t('admin.stateFilter.live')}</Status>
}
