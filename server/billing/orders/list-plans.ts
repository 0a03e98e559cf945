import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { describeSubscription, type PlanView } from '../subscriptions/describe-subscription.ts'
import { listSubscriptions } from '../subscriptions/subscription-store.ts'

/** What the plans of these cards are at this moment, by card. */
export async function listPlans({ db, clock }: { db: Db; clock: Clock }, subjectIds: readonly string[]): Promise<Map<string, PlanView>> {
  const rows = new Map((await listSubscriptions(db, subjectIds)).map((row) => [row.subjectId, row]))
  const now = clock.now()
  return new Map(subjectIds.map((id) => [id, describeSubscription(rows.get(id) ?? null, now)]))
}
