import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { planTold } from './plan-told.ts'

/** The state of a plan in a word; with its days, where there are some. */
export function PlanBadge({ label, daysLeft }: { label: PlanLabel; daysLeft?: number }) {
  const t = useTranslate()
  const { badge, tone } = planTold[label]
  const isCounting = label === 'trial' && daysLeft !== undefined
  return (
    <span className={`billing-state ${tone}`}>
      {isCounting && <Icon name="clock" />}
      {isCounting ? t('plan.trial', { count: daysLeft }) : t(badge)}
    </span>
  )
}
