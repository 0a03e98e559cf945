import type { PlanCode } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import { upsertSubscription, removeSubscription } from '../subscriptions/subscription-store.ts'
import type { SubscriptionState } from '../tables.ts'

const dayMs = 86_400_000
const paidPeriodDays = 31

export type PlanLengths = Pick<Settings, 'trialDays' | 'dunningDays'>

export type ChosenPlan = { plan: PlanCode; state?: SubscriptionState }

/** Sets a card’s plan. FREE removes the subscription; PRO is paid, on trial or in another state. */
export async function setPlan(
  tx: Db,
  subjectId: string,
  { plan, state = 'paid' }: ChosenPlan,
  { now, lengths }: { now: Date; lengths: PlanLengths },
) {
  if (plan === 'FREE' || (state === 'trial' && lengths.trialDays === 0)) return removeSubscription(tx, subjectId)
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  await upsertSubscription(tx, {
    ...localSubscription(subjectId, now),
    planCode: plan,
    state,
    trialEndsAt: state === 'trial' ? inDays(lengths.trialDays) : null,
    paidUntil: state === 'paid' ? inDays(paidPeriodDays) : null,
    dunningUntil: state === 'dunning' ? inDays(lengths.dunningDays) : null,
    hasCardOnFile: state !== 'trial',
  })
}

/** A subscription that no payment provider runs, without an end or a payment method. */
export const localSubscription = (subjectId: string, now: Date) => ({
  subjectId,
  trialEndsAt: null,
  paidUntil: null,
  dunningUntil: null,
  hasCardOnFile: false,
  isCardExpired: false,
  card: null,
  cancelAt: null,
  provider: 'embedded',
  customerId: null,
  subscriptionId: null,
  providerAt: null,
  updatedAt: now,
})
