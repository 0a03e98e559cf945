import type { CardSubscription } from '#contract/cards.ts'
import type { PlanChoice } from '#contract/operator-choices.ts'

/** The state of a plan as an operator would choose it. What has run out and what was cancelled give the same. */
export function presentPlan({ isFreemium, isTrial, isDunning, isUnpaid, isActive }: CardSubscription): PlanChoice {
  if (isFreemium) return 'FREE'
  if (isTrial) return 'TRIAL'
  if (isDunning) return 'DUNNING'
  if (isUnpaid) return 'UNPAID'
  return isActive ? 'PRO' : 'EXPIRED'
}
