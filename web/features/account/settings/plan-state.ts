import type { CardSubscription } from '#contract/cards/cards.ts'
import { planLabelOf, type PlanLabel } from '#contract/billing/plan-label.ts'
import type { MessageKey } from '#common/messages/message.ts'

export type PlanState = {
  label: MessageKey
  days: number
  kind: 'free' | 'trial' | 'open' | 'bad'
  action: 'change' | 'update'
}

type Told = Omit<PlanState, 'label' | 'days'>

const bad: Told = { kind: 'bad', action: 'update' }

const told: Record<PlanLabel, Told> = {
  free: { kind: 'free', action: 'change' },
  trial: { kind: 'trial', action: 'change' },
  active: { kind: 'open', action: 'change' },
  unpaid: bad,
  dunning: bad,
  cardExpired: bad,
  trialExpired: bad,
  expired: { kind: 'bad', action: 'change' },
}

/** What a plan is called and what it asks for. */
export function planState(subscription: CardSubscription): PlanState {
  const label = planLabelOf(subscription)
  const { missingCreditCard, trialDays: days } = subscription
  const action = label === 'trial' && missingCreditCard ? 'update' : told[label].action
  return { ...told[label], label: `plan.${label}`, days, action }
}
