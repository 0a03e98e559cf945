import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PlanFilter } from '#contract/admin/operator-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { describeSubscription, type PlanView } from '../subscriptions/describe-subscription.ts'
import { findSubscription, listSubscriptions } from '../subscriptions/subscription-store.ts'

/** What a card's plan is at this moment. */
export async function readPlan({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<PlanView> {
  return describeSubscription(await findSubscription(db, subjectId), clock.now())
}

/** What the plans of these cards are at this moment, by card. */
export async function listPlans({ db, clock }: { db: Db; clock: Clock }, subjectIds: readonly string[]): Promise<Map<string, PlanView>> {
  const rows = new Map((await listSubscriptions(db, subjectIds)).map((row) => [row.subjectId, row]))
  const now = clock.now()
  return new Map(subjectIds.map((id) => [id, describeSubscription(rows.get(id) ?? null, now)]))
}

/** The condition that a card is on a plan at this moment, as `stateAt` tells it. */
export function isOnPlan(plan: PlanFilter, now: Date): (subjectId: Column) => SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const isTrial = sql`state = 'trial' and trial_ends_at > ${at}`
  const isPaid = sql`state in ('paid', 'trial') and paid_until > ${at} and not (${isTrial})`
  const isPastDue = sql`state in ('dunning', 'unpaid')`
  const wanted: Record<PlanFilter, SQL> = {
    trial: isTrial,
    pro: isPaid,
    'past-due': isPastDue,
    free: sql`(${isTrial}) or (${isPaid}) or ${isPastDue}`,
  }
  return (subjectId) =>
    sql`${plan === 'free' ? sql`not` : sql``} exists (select from subscription where subject_id = ${subjectId} and (${wanted[plan]}))`
}
