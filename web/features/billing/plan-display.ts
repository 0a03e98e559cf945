import type { BillingState } from '#contract/billing/billing.ts'
import type { PlanLabel } from '#contract/billing/plan-label.ts'
import type { MessageKey } from '#common/messages/message.ts'

type PlanTone = 'free' | 'trial' | 'open' | 'bad'
type Display = { name: MessageKey; heading: MessageKey; more: MessageKey; tone: PlanTone; badge: MessageKey }

const shut = { tone: 'bad', more: 'billing.nothingLost' } as const
const pay = { tone: 'bad', more: 'plan.payMore' } as const

/** The name, heading and tone of each state. */
export const planDisplay: Record<PlanLabel, Display> = {
  free: { tone: 'free', name: 'plan.free', badge: 'plan.free', heading: 'billing.freeHeading', more: 'plan.freeMore' },
  trial: { tone: 'trial', name: 'billing.trial', badge: 'plan.trialBadge', heading: 'billing.daysLeft', more: 'billing.trialMore' },
  active: { tone: 'open', name: 'plan.active', badge: 'billing.active', heading: 'plan.openMore', more: 'billing.openMore' },
  unpaid: { ...pay, name: 'plan.unpaid', badge: 'plan.unpaid', heading: 'billing.unpaidHeading', more: 'billing.unpaidMore' },
  dunning: { ...pay, name: 'plan.dunning', badge: 'plan.dunning', heading: 'billing.declined' },
  cardExpired: { ...pay, name: 'plan.cardExpired', badge: 'plan.cardExpired', heading: 'billing.cardHeading' },
  trialExpired: { ...shut, name: 'plan.trialExpired', badge: 'plan.trialExpired', heading: 'billing.trialOver' },
  expired: { ...shut, name: 'plan.expired', badge: 'plan.expired', heading: 'billing.freeHeading' },
}

/** The explanation of a state. If the administrator takes payments by hand, no payment method can be updated. */
export function whyOf({ label, paidBy }: Pick<BillingState, 'label' | 'paidBy'>): MessageKey {
  return paidBy === 'person' && isDue(label) ? 'billing.dueMore' : planDisplay[label].more
}

/** A payment is overdue. */
export const isDue = (label: PlanLabel) => label === 'dunning' || label === 'unpaid'
