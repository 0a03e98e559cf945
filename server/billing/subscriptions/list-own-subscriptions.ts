import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { offers } from '#contract/billing/plans.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { describeSubscription } from './describe-subscription.ts'
import { listSubscriptions } from './subscription-store.ts'

type Needs = { db: Db; clock: Clock; settings: { productName: string } }

/** Those of these cards that have one, in the order of the cards. A card that is free has none. */
export async function listOwnSubscriptions(
  { db, clock, settings }: Needs,
  cards: readonly { id: string; alias: string }[],
): Promise<SubscriptionListItem[]> {
  const rows = await listSubscriptions(
    db,
    cards.map(({ id }) => id),
  )
  return cards.flatMap(({ id, alias }) => {
    const row = rows.find(({ subjectId }) => subjectId === id)
    if (!row) return []
    const label = planLabelOf(describeSubscription(row, clock.now()).subscription)
    return [{ subscription_id: row.subscriptionId ?? id, name: `${settings.productName} ${offers[row.planCode].name}`, alias, label }]
  })
}
