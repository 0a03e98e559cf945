import type { BillingState } from '#contract/billing/billing.ts'
import type { PlanLabel } from '#contract/billing/plan-label.ts'
import type { MessageKey } from '#common/messages/message.ts'

export type PlanTone = 'free' | 'trial' | 'open' | 'bad'
type Told = { name: MessageKey; heading: MessageKey; more: MessageKey; tone: PlanTone; badge: MessageKey }

const shut = { tone: 'bad', more: 'billing.keptMore' } as const
const pay = { tone: 'bad', more: 'plan.payMore' } as const

/** What each state is called, what is said of it, and in which tone. */
export const planTold: Record<PlanLabel, Told> = {
  free: { tone: 'free', name: 'plan.free', badge: 'plan.free', heading: 'billing.freeHeading', more: 'plan.freeMore' },
  trial: { tone: 'trial', name: 'billing.trial', badge: 'plan.trialBadge', heading: 'billing.daysLeft', more: 'billing.trialMore' },
  active: { tone: 'open', name: 'plan.active', badge: 'billing.active', heading: 'plan.openMore', more: 'billing.openMore' },
  unpaid: { ...pay, name: 'plan.unpaid', badge: 'plan.unpaid', heading: 'billing.unpaidHeading', more: 'billing.unpaidMore' },
  dunning: { ...pay, name: 'plan.dunning', badge: 'plan.dunning', heading: 'billing.declined' },
  cardExpired: { ...pay, name: 'plan.cardExpired', badge: 'plan.cardExpired', heading: 'billing.cardHeading' },
  trialExpired: { ...shut, name: 'plan.trialExpired', badge: 'plan.trialExpired', heading: 'billing.trialOver' },
  expired: { ...shut, name: 'plan.expired', badge: 'plan.expired', heading: 'billing.freeHeading' },
}

/** What there is to say of a state. Where a person takes the money, no payment card can be updated. */
export function whyOf({ label, paidBy }: Pick<BillingState, 'label' | 'paidBy'>): MessageKey {
  return paidBy === 'person' && isDue(label) ? 'billing.dueMore' : planTold[label].more
}

/** Something was to be paid, and was not. */
export const isDue = (label: PlanLabel) => label === 'dunning' || label === 'unpaid'
