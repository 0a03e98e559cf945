import type { BillingAction } from '#contract/admin/admin-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { stateAt, type PlanSettings } from '../subscriptions/describe-subscription.ts'
import { assertPlans } from './assert-plans.ts'
import { closeOrderAfterAction } from './close-orders.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { findOpenOrder } from './order-store.ts'
import { assertNotProviderManaged } from '../provider/call-provider.ts'
import { setPlan, type ChosenPlan, type PlanLengths } from './set-plan.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

export type PlanDeps = { clock: Clock; billing: Billing; settings: PlanLengths & PlanSettings }

/** The action that leads to this state. In the other states an open order stays open, so that the owner can still pay. */
const actionByState: Partial<Record<ReturnType<typeof stateAt>, BillingAction>> = { none: 'free', trial: 'trial', paid: 'pay' }

/** Sets a card’s plan for an administrator, replacing the current plan and any open order. */
export async function overridePlan(tx: Db, { clock, billing, settings }: PlanDeps, subjectId: string, choice: ChosenPlan): Promise<void> {
  assertPlans(settings)
  await lockBilling(tx, subjectId)
  await assertNotProviderManaged(tx, subjectId, billing)
  const now = clock.now()
  await setPlan(tx, subjectId, choice, { now, lengths: settings })
  const action = actionByState[stateAt(await findSubscription(tx, subjectId), now)]
  const order = await findOpenOrder(tx, subjectId)
  if (order && action) await closeOrderAfterAction(tx, order, action)
}
