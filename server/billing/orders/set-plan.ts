import type { PlanCode } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import { putSubscription, removeSubscription } from '../subscriptions/subscription-store.ts'
import type { SubscriptionState } from '../tables.ts'

const dayMs = 86_400_000
const paidDays = 31

/** How long things last on this installation. */
export type PlanLengths = Pick<Settings, 'trialDays' | 'dunningDays'>

export type ChosenPlan = { plan: PlanCode; state?: SubscriptionState }

/** Puts a card on a plan, as the operator says: FREE is having no subscription, PRO is one that is paid or on trial. */
export async function setPlan(
  tx: Db,
  subjectId: string,
  { plan, state = 'paid' }: ChosenPlan,
  { now, lengths }: { now: Date; lengths: PlanLengths },
) {
  if (plan === 'FREE' || (state === 'trial' && lengths.trialDays === 0)) return removeSubscription(tx, subjectId)
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  await putSubscription(tx, {
    subjectId,
    planCode: plan,
    state,
    trialEndsAt: state === 'trial' ? inDays(lengths.trialDays) : null,
    paidUntil: state === 'paid' ? inDays(paidDays) : null,
    dunningUntil: state === 'dunning' ? inDays(lengths.dunningDays) : null,
    hasCardOnFile: state !== 'trial',
    isCardExpired: false,
    card: null,
    cancelAt: null,
    provider: 'embedded',
    customerId: null,
    subscriptionId: null,
    providerAt: null,
    updatedAt: now,
  })
}
