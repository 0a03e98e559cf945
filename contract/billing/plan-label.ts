import type { CardSubscription } from '../cards/cards.ts'

/** What a plan is called, of those names a page can say. */
export const planLabels = ['free', 'trial', 'active', 'unpaid', 'dunning', 'cardExpired', 'trialExpired', 'expired'] as const
export type PlanLabel = (typeof planLabels)[number]

/** In the order its flags are told: freemium carries the flag of an ended plan too. */
export function planLabelOf(is: CardSubscription): PlanLabel {
  if (is.isFreemium) return 'free'
  if (is.isTrial) return 'trial'
  if (is.isUnpaid) return 'unpaid'
  if (is.isDunning) return 'dunning'
  if (is.isDeactivated) return is.missingCreditCard ? 'trialExpired' : 'expired'
  if (is.missingCreditCard) return 'cardExpired'
  return is.isActive ? 'active' : 'expired'
}
