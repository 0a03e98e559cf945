import { sql, type SQL } from 'drizzle-orm'
import type { PaymentCard } from '#contract/billing/billing.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { offers, type PlanCode } from '#contract/billing/plans.ts'
import type { Subscription } from '../tables.ts'

const dayMs = 86_400_000

/** The state a subscription is in now, not when it was last written: a trial that ran out has ended without anybody's doing. */
export function stateAt(subscription: Subscription | null, now: Date) {
  if (!subscription) return 'none'
  const { state, trialEndsAt, paidUntil, dunningUntil } = subscription
  // With a payment card on file a provider's trial goes over into a paid plan; until that is told it counts as paid.
  if (state === 'trial' && trialEndsAt && trialEndsAt <= now) return paidUntil && paidUntil > now ? 'paid' : 'expired'
  if (state === 'paid' && paidUntil && paidUntil <= now) return 'expired'
  if (state === 'dunning' && dunningUntil && dunningUntil <= now) return 'unpaid'
  return state
}

/** The same rule for a list of cards, line by line as above. */
export function stateInSql(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`case
    when state = 'trial' and trial_ends_at <= ${at} then case when paid_until > ${at} then 'paid' else 'expired' end
    when state = 'paid' and paid_until <= ${at} then 'expired'
    when state = 'dunning' and dunning_until <= ${at} then 'unpaid'
    else state end`
}

export type PlanView = { subscription: CardSubscription; plan: PlanCode }

/** The flags pages read, and the plan whose rights the card has. A card without a subscription is free for ever. */
export function describeSubscription(subscription: Subscription | null, now: Date): PlanView {
  const state = stateAt(subscription, now)
  const isTrial = state === 'trial'
  const isActive = isTrial || state === 'paid' || state === 'dunning'
  const missingCreditCard = !subscription?.hasCardOnFile || subscription.isCardExpired || isCardOver(subscription.card, now)
  const leftMs = isTrial && subscription?.trialEndsAt ? subscription.trialEndsAt.getTime() - now.getTime() : 0

  return {
    plan: isActive && subscription ? offers[subscription.planCode].grants : 'FREE',
    subscription: {
      isFreemium: state === 'none',
      isTrial,
      isUnpaid: state === 'unpaid',
      isDunning: state === 'dunning',
      isDeactivated: ['none', 'expired', 'cancelled'].includes(state),
      isActive,
      isInError: state === 'unpaid' || state === 'dunning' || state === 'unfinished' || (isTrial && missingCreditCard),
      missingCreditCard,
      trialDays: Math.max(0, Math.ceil(leftMs / dayMs)),
      freemiumPlanName: 'Complimentary',
    },
  }
}

/** A payment card is good to the end of the month that is printed on it, wherever on earth that ends last. */
function isCardOver(card: PaymentCard | null, now: Date): boolean {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(card?.expires ?? '') ?? []
  return year !== undefined && month !== undefined && Date.UTC(Number(year), Number(month), 1, 12) <= now.getTime()
}
