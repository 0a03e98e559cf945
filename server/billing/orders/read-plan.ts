import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { describeSubscription, type PlanView } from '../subscriptions/describe-subscription.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/** What a card's plan is at this moment. */
export async function readPlan({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<PlanView> {
  return describeSubscription(await findSubscription(db, subjectId), clock.now())
}
