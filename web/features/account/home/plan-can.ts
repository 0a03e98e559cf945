import type { BillingState } from '#contract/billing/billing.ts'
import type { PlanAct } from './subscription-view.ts'

type Asked = Pick<BillingState, 'subscription' | 'label' | 'paidBy' | 'cancelAt' | 'order'> & { plans: readonly unknown[] }

/** What can be done about a plan as it stands. Where a person takes the money, nobody holds a payment card, and plans are asked for. */
export function planCan({ subscription, label, paidBy, cancelAt, order, plans }: Asked): Record<PlanAct, boolean> {
  const isTried = label === 'trial' && subscription.missingCreditCard
  const isPaid = (subscription.isActive || subscription.isUnpaid) && !isTried
  const isAtProvider = paidBy === 'provider' && order !== 'paying'
  return {
    subscribe: order !== 'paying' && (paidBy === 'person' ? label !== 'active' && label !== 'cardExpired' : !isPaid),
    update: isAtProvider && isPaid,
    change: isAtProvider && subscription.isActive && !isTried && plans.length > 1,
    cancel: subscription.isActive && !isTried && !cancelAt,
    resume: subscription.isActive && cancelAt !== null,
  }
}
