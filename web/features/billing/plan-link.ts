import type { CardSubscription } from '#contract/cards/cards.ts'

type PlanLink = 'change' | 'update'

/**
 * The action that a plan needs: an upgrade, a new payment method, or none. A missing plan also has the flag of a missing payment
 * method.
 */
export function planLink(plan: CardSubscription): PlanLink | null {
  if (plan.isFreemium) return 'change'
  if (plan.missingCreditCard || plan.isUnpaid || plan.isDunning) return 'update'
  return !plan.isActive || plan.isDeactivated || plan.isTrial ? 'change' : null
}

/** The link to that action. */
export function planHref(alias: string, link: PlanLink): string {
  const page = '/account/subscription'
  const card = new URLSearchParams({ alias })
  return link === 'update' ? `${page}?${card}#update-card` : `${page}?${card}&change_subscription=yes`
}
