import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { describeSubscription, type PlanView } from './describe-subscription.ts'
import { findSubscription } from './subscription-store.ts'

/** What a card's plan is at this moment. */
export async function readPlan({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<PlanView> {
  return describeSubscription(await findSubscription(db, subjectId), clock.now())
}
