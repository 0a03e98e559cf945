import type { BillingProvider } from '#server/integrations/billing.ts'
import { askProvider } from './ask-provider.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { isAtProvider } from './is-at-provider.ts'
import { noteSubscription } from '../ledger/note-subscription.ts'
import { listSnapshots } from './provider-store.ts'
import type { SubscribeNeeds } from '../orders/subscribe-needs.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { writeTold } from '../events/write-told.ts'

/**
 * What should have gone on or ended by now, and nobody told: before its owner pays anew, the provider is asked. One that it does not have,
 * such as from its test mode, is over: nothing of it is paid for any more, and it would keep its owner from paying for ever.
 */
export async function lookAgain(needs: SubscribeNeeds, provider: BillingProvider, subjectId: string): Promise<void> {
  const { db, changes, clock, log } = needs
  const row = await findSubscription(db, subjectId)
  const id = row?.subscriptionId
  if (!id || !isAtProvider(row, provider) || !['expired', 'unpaid'].includes(stateAt(row, clock.now()))) return
  const telling = { ...needs, jobs: () => needs.jobs }
  const read = await askProvider(log, () => provider.readSubscription(id))
  if (read) return void (await noteSubscription(telling, subjectId, read))
  await changes.write(async (tx, tell) => {
    await holdBilling(tx, subjectId)
    const known = await listSnapshots(tx, [subjectId])
    const ended = known.flatMap((one) => (one.id === id ? { ...one, status: 'canceled', endedAt: clock.now() } : []))
    const all = new Map([[subjectId, [...known.filter((one) => one.id !== id), ...ended]]])
    await writeTold(tx, tell, telling, { changed: ended, all })
  })
}
