import { sql, type SQL } from 'drizzle-orm'
import type { PaymentCard } from '#contract/billing/billing.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { activeSubscription } from '#contract/billing/plan-label.ts'
import { offers, type PlanCode } from '#contract/billing/plans.ts'
import type { Settings } from '#server/settings.ts'
import type { Subscription } from '../tables.ts'

const dayMs = 86_400_000

/** What a plan is described from. */
export type PlanFacts = Pick<
  Subscription,
  'planCode' | 'state' | 'trialEndsAt' | 'paidUntil' | 'dunningUntil' | 'hasCardOnFile' | 'isCardExpired' | 'card'
>

/** The current state of a subscription: trials and paid periods end by themselves, without a write. */
export function stateAt(subscription: Pick<PlanFacts, 'state' | 'trialEndsAt' | 'paidUntil' | 'dunningUntil'> | null, now: Date) {
  if (!subscription) return 'none'
  const { state, trialEndsAt, paidUntil, dunningUntil } = subscription
  // With a payment card, a provider’s trial becomes a paid plan; it counts as paid until the event arrives.
  if (state === 'trial' && trialEndsAt && trialEndsAt <= now) return paidUntil && paidUntil > now ? 'paid' : 'expired'
  if (state === 'paid' && paidUntil && paidUntil <= now) return 'expired'
  if (state === 'dunning' && dunningUntil && dunningUntil <= now) return 'unpaid'
  return state
}

/** The same rules in SQL, for lists of cards. */
export function stateInSql(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`case
    when state = 'trial' and trial_ends_at <= ${at} then case when paid_until > ${at} then 'paid' else 'expired' end
    when state = 'paid' and paid_until <= ${at} then 'expired'
    when state = 'dunning' and dunning_until <= ${at} then 'unpaid'
    else state end`
}

/** `forMs`: how long this stays so without a write. */
export type PlanView = { subscription: CardSubscription; plan: PlanCode; forMs: number }

/** `areTrialsPending`: plans are on again, and not every card has its trial yet. */
export type PlanSettings = Pick<Settings, 'plans'> & { areTrialsPending?: boolean }

/** Without plans, and while trials are pending, every card has the permissions of an active PRO plan. */
export const isEveryCardPro = ({ plans, areTrialsPending }: PlanSettings) => !plans || areTrialsPending === true

/** The flags for pages, and the plan whose permissions apply. A card without a subscription is on the free plan. */
export function describeSubscription(subscription: PlanFacts | null, now: Date, settings: PlanSettings): PlanView {
  if (isEveryCardPro(settings)) return { plan: 'PRO', subscription: activeSubscription, forMs: Infinity }
  const state = stateAt(subscription, now)
  const isTrial = state === 'trial'
  const isActive = isTrial || state === 'paid' || state === 'dunning'
  const missingCreditCard = !subscription?.hasCardOnFile || subscription.isCardExpired || isPastExpiry(subscription.card, now)
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
    forMs: unchangedMs(subscription, now),
  }
}

function unchangedMs(subscription: PlanFacts | null, now: Date): number {
  const ends = [subscription?.trialEndsAt, subscription?.paidUntil, subscription?.dunningUntil]
  return Math.min(...ends.flatMap((end) => (end && end > now ? [end.getTime() - now.getTime()] : [])))
}

/** A payment card is valid through its printed month, in the last time zone on earth. */
function isPastExpiry(card: PaymentCard | null, now: Date): boolean {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(card?.expires ?? '') ?? []
  return year !== undefined && month !== undefined && Date.UTC(Number(year), Number(month), 1, 12) <= now.getTime()
}
