import type { CardSubscription } from '../cards/cards.ts'

/** The plan labels that pages can show. */
export const planLabels = ['free', 'trial', 'active', 'unpaid', 'dunning', 'cardExpired', 'trialExpired', 'expired'] as const
export type PlanLabel = (typeof planLabels)[number]

/** The flags of the label `active`. */
export const activeSubscription: CardSubscription = {
  isFreemium: false,
  isTrial: false,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isActive: true,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
  freemiumPlanName: '',
}

/** The order of the checks matters: a free plan has `isDeactivated` too. */
export function planLabelOf(flags: CardSubscription): PlanLabel {
  if (flags.isFreemium) return 'free'
  if (flags.isTrial) return 'trial'
  if (flags.isUnpaid) return 'unpaid'
  if (flags.isDunning) return 'dunning'
  if (flags.isDeactivated) return flags.missingCreditCard ? 'trialExpired' : 'expired'
  if (flags.missingCreditCard) return 'cardExpired'
  return flags.isActive ? 'active' : 'expired'
}
