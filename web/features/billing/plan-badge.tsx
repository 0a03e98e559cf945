import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { planTold } from './plan-told.ts'

/** The state of a plan in a word; with its days, where there are some. */
export function PlanBadge({ label, daysLeft }: { label: PlanLabel; daysLeft?: number }) {
  const say = useAccountSay()
  const { badge, tone } = planTold[label]
  const isCounting = label === 'trial' && daysLeft !== undefined
  return (
    <span className={`billing-state ${tone}`}>
      {isCounting && <Icon name="clock" />}
      {isCounting ? say('plan.trial', { count: daysLeft }) : say(badge)}
    </span>
  )
}
