import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PlanFilter } from '#contract/admin/admin-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import {
  describeSubscription,
  isEveryCardPro,
  stateInSql,
  type PlanSettings,
  type PlanView,
} from '../subscriptions/describe-subscription.ts'
import { findSubscription, listSubscriptions } from '../subscriptions/subscription-store.ts'

/** What a card’s plan and permissions depend on. */
export type PlanReader = { db: Db; clock: Clock; settings: PlanSettings }

/** A card’s current plan. */
export async function readPlan({ db, clock, settings }: PlanReader, subjectId: string): Promise<PlanView> {
  return describeSubscription(await findSubscription(db, subjectId), clock.now(), settings)
}

/** The current plans of these cards, by card id. */
export async function listPlans({ db, clock, settings }: PlanReader, subjectIds: readonly string[]): Promise<Map<string, PlanView>> {
  const rows = new Map((await listSubscriptions(db, subjectIds)).map((row) => [row.subjectId, row]))
  const now = clock.now()
  return new Map(subjectIds.map((id) => [id, describeSubscription(rows.get(id) ?? null, now, settings)]))
}

const statesByPlan = {
  trial: ['trial'],
  pro: ['paid'],
  'past-due': ['dunning', 'unpaid'],
  free: ['trial', 'paid', 'dunning', 'unpaid'],
} as const satisfies Record<PlanFilter, readonly string[]>

/** SQL condition: the card is currently on this plan. Free means none of the other states. */
export function isOnPlan(plan: PlanFilter, now: Date, settings: PlanSettings): (subjectId: Column) => SQL {
  if (isEveryCardPro(settings)) return () => sql`${plan === 'pro'}`
  const negation = plan === 'free' ? sql`not` : sql``
  return (subjectId) =>
    sql`${negation} exists (select from subscription where subject_id = ${subjectId} and ${stateInSql(now)} = any(${sql.param(statesByPlan[plan])}))`
}
