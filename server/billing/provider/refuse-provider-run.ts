import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Billing } from '#server/integrations/billing.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

/** What a provider tells next would undo anything that is written here. Of one that is not there any more, nothing is told. */
export async function refuseProviderRun(tx: Db, subjectId: string, { provider }: Billing): Promise<Subscription | null> {
  const row = await findSubscription(tx, subjectId)
  if (!row || row.provider === 'embedded' || row.provider !== provider?.name) return row
  throw problem('conflict', {
    detail: `The payment service (${row.provider}) runs this card’s subscription. Change it there: what happens there shows here within seconds.`,
  })
}
