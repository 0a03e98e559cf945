import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Tag } from '../../ui/status/badge.tsx'
import { planTold } from './plan-told.ts'

const kinds = { trial: 'warn', open: 'ok', bad: 'bad', free: 'quiet' } as const

/** The state of a plan in a word; with its days, where there are some. */
export function PlanBadge({ label, daysLeft }: { label: PlanLabel; daysLeft?: number }) {
  const t = useTranslate()
  const { badge, tone } = planTold[label]
  const isCounting = label === 'trial' && daysLeft !== undefined
  return (
    <Tag kind={kinds[tone]} {...(isCounting && { icon: 'clock' })}>
      {isCounting ? t('plan.trial', { count: daysLeft }) : t(badge)}
    </Tag>
  )
}
