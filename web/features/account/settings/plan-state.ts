import type { CardSubscription } from '#contract/cards/cards.ts'
import { planLabelOf, type PlanLabel } from '#contract/billing/plan-label.ts'
import type { MessageKey } from '#common/messages/message.ts'

type PlanState = {
  label: MessageKey
  days: number
  kind: 'free' | 'trial' | 'open' | 'bad'
  action: 'change' | 'update'
}

type Display = Omit<PlanState, 'label' | 'days'>

const bad: Display = { kind: 'bad', action: 'update' }

const displays: Record<PlanLabel, Display> = {
  free: { kind: 'free', action: 'change' },
  trial: { kind: 'trial', action: 'change' },
  active: { kind: 'open', action: 'change' },
  unpaid: bad,
  dunning: bad,
  cardExpired: bad,
  trialExpired: bad,
  expired: { kind: 'bad', action: 'change' },
}

/** A plan's name and the action it needs. */
export function planState(subscription: CardSubscription): PlanState {
  const label = planLabelOf(subscription)
  const { missingCreditCard, trialDays: days } = subscription
  const action = label === 'trial' && missingCreditCard ? 'update' : displays[label].action
  return { ...displays[label], label: `plan.${label}`, days, action }
}
