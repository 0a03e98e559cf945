import type { BillAct } from '#contract/admin/operator-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { endOrder } from './order-ends.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { findOpenOrder } from './order-store.ts'
import { refuseProviderRun } from '../provider/ask-provider.ts'
import { setPlan, type ChosenPlan, type PlanLengths } from './set-plan.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

export type PlanNeeds = { clock: Clock; billing: Billing; settings: PlanLengths }

/** What the card has now, as if it had been noted so. The other states give nothing: whoever was about to pay still may. */
const actByState: Partial<Record<ReturnType<typeof stateAt>, BillAct>> = { none: 'free', trial: 'trial', paid: 'pay' }

/** An operator chooses the plan of a card, in place of what it had and of what its owner was about to pay. */
export async function putOnPlan(tx: Db, { clock, billing, settings }: PlanNeeds, subjectId: string, chosen: ChosenPlan): Promise<void> {
  await holdBilling(tx, subjectId)
  await refuseProviderRun(tx, subjectId, billing)
  const now = clock.now()
  await setPlan(tx, subjectId, chosen, { now, lengths: settings })
  const act = actByState[stateAt(await findSubscription(tx, subjectId), now)]
  const order = await findOpenOrder(tx, subjectId)
  if (order && act) await endOrder(tx, order, act)
}
