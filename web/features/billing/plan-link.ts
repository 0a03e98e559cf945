import type { CardSubscription } from '#contract/cards/cards.ts'

export type PlanLink = 'change' | 'update'

/** What a plan asks to be done: another plan, another payment card, or nothing. No plan at all carries the flag of a missing card too. */
export function planLink(plan: CardSubscription): PlanLink | null {
  if (plan.isFreemium) return 'change'
  if (plan.missingCreditCard || plan.isUnpaid || plan.isDunning) return 'update'
  return !plan.isActive || plan.isDeactivated || plan.isTrial ? 'change' : null
}

/** Where that is done. */
export function planHref(alias: string, link: PlanLink): string {
  const page = '/account/subscription'
  const card = new URLSearchParams({ alias })
  return link === 'update' ? `${page}?${card}#update-card` : `${page}?${card}&change_subscription=yes`
}
