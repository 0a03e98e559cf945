import type { PlanCode } from '#contract/plans.ts'
import { trialLengthDays } from '#contract/plans.ts'
import type { Db } from '#server/db/database.ts'
import { putSubscription, removeSubscription } from './subscription-store.ts'
import type { SubscriptionState } from './tables.ts'

const dayMs = 86_400_000
const paidDays = 31

/** Puts a card on a plan, as the operator says: FREE is having no subscription, PRO is one that is paid or on trial. */
export async function setPlan(
  tx: Db,
  subjectId: string,
  { plan, state = 'paid' }: { plan: PlanCode; state?: SubscriptionState },
  now: Date,
) {
  if (plan === 'FREE') return removeSubscription(tx, subjectId)
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  await putSubscription(tx, {
    subjectId,
    planCode: plan,
    state,
    trialEndsAt: state === 'trial' ? inDays(trialLengthDays) : null,
    paidUntil: state === 'paid' ? inDays(paidDays) : null,
    dunningSince: state === 'dunning' ? now : null,
    hasCardOnFile: state !== 'trial',
    updatedAt: now,
  })
}
