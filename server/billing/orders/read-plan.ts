import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PlanFilter } from '#contract/admin/operator-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { describeSubscription, stateInSql, type PlanView } from '../subscriptions/describe-subscription.ts'
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

const statesOf = {
  trial: ['trial'],
  pro: ['paid'],
  'past-due': ['dunning', 'unpaid'],
  free: ['trial', 'paid', 'dunning', 'unpaid'],
} as const satisfies Record<PlanFilter, readonly string[]>

/** The condition that a card is on a plan at this moment. Free is what is in none of the other states. */
export function isOnPlan(plan: PlanFilter, now: Date): (subjectId: Column) => SQL {
  const not = plan === 'free' ? sql`not` : sql``
  return (subjectId) =>
    sql`${not} exists (select from subscription where subject_id = ${subjectId} and ${stateInSql(now)} = any(${sql.param(statesOf[plan])}))`
}
