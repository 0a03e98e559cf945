import type { CardSubscription } from '#contract/cards.ts'
import { planLabelOf, type PlanLabel } from '#contract/plan-label.ts'
import type { AnyWordKey } from '../../i18n/say.ts'

export type PlanState = {
  label: AnyWordKey
  more: AnyWordKey
  days: number
  kind: 'free' | 'trial' | 'open' | 'bad'
  action: 'change' | 'update'
}

type Told = Omit<PlanState, 'label' | 'days'>

const bad: Told = { more: 'plan.payMore', kind: 'bad', action: 'update' }
const over: Told = { more: 'plan.freeMore', kind: 'bad', action: 'change' }

const told: Record<PlanLabel, Told> = {
  free: { more: 'plan.freeMore', kind: 'free', action: 'change' },
  trial: { more: 'plan.openMore', kind: 'trial', action: 'change' },
  active: { more: 'plan.openMore', kind: 'open', action: 'change' },
  unpaid: bad,
  dunning: bad,
  cardExpired: bad,
  trialExpired: bad,
  expired: over,
}

/** What a plan is called and what is said of it. */
export function planState(subscription: CardSubscription): PlanState {
  const label = planLabelOf(subscription)
  const { missingCreditCard, trialDays: days } = subscription
  const action = label === 'trial' && missingCreditCard ? 'update' : told[label].action
  return { ...told[label], label: `plan.${label}`, days, action }
}
