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
