import { problem } from '#server/http/problems/problem.ts'
import type { PlanSettings } from '../subscriptions/describe-subscription.ts'

/** Without plans, billing can be read but not changed. */
export function assertPlans({ plans }: PlanSettings): void {
  if (!plans) throw problem('plans-off')
}
