import type { CardSubscription } from '#contract/cards.ts'
import type { AnyWordKey } from '../../i18n/say.ts'

export type PlanState = {
  label: AnyWordKey
  more: AnyWordKey
  days: number
  kind: 'free' | 'trial' | 'open' | 'bad'
  action: 'change' | 'update'
}

/** What a plan is called, in the order its flags are told: freemium carries the flag of an ended plan too. */
export function planState({ trialDays: days, ...is }: CardSubscription): PlanState {
  const bad = (label: AnyWordKey, action: PlanState['action'] = 'update'): PlanState => ({
    label,
    more: 'plan.payMore',
    days,
    kind: 'bad',
    action,
  })
  if (is.isFreemium) return { label: 'plan.free', more: 'plan.freeMore', days, kind: 'free', action: 'change' }
  if (is.isTrial)
    return { label: 'plan.trial', more: 'plan.openMore', days, kind: 'trial', action: is.missingCreditCard ? 'update' : 'change' }
  if (is.isUnpaid) return bad('plan.unpaid')
  if (is.isDunning) return bad('plan.dunning')
  if (is.isDeactivated) return is.missingCreditCard ? bad('plan.trialExpired') : { ...bad('plan.expired', 'change'), more: 'plan.freeMore' }
  if (is.missingCreditCard) return bad('plan.cardExpired')
  if (!is.isActive) return { ...bad('plan.expired', 'change'), more: 'plan.freeMore' }
  return { label: 'plan.active', more: 'plan.openMore', days, kind: 'open', action: 'change' }
}
