import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Tag } from '../../ui/status/badge.tsx'
import { planDisplay } from './plan-display.ts'

const kinds = { trial: 'warn', open: 'ok', bad: 'bad', free: 'quiet' } as const

/** A badge with the state of a plan and, for a trial, its days. */
export function PlanBadge({ label, daysLeft }: { label: PlanLabel; daysLeft?: number }) {
  const t = useTranslate()
  const { badge, tone } = planDisplay[label]
  const isCounting = label === 'trial' && daysLeft !== undefined
  return (
    <Tag kind={kinds[tone]} {...(isCounting && { icon: 'clock' })}>
      {isCounting ? t('plan.trial', { count: daysLeft }) : t(badge)}
    </Tag>
  )
}
