import type { BillingState } from '#contract/billing.ts'
import type { Db } from '#server/db/database.ts'
import type { Billing } from '#server/outside/billing.ts'
import type { Clock } from '#server/outside/clock.ts'
import { isPaying } from './is-paying.ts'
import { findNewestOrder } from './order-store.ts'
import { listBeginnings } from './snapshot-store.ts'

type Needs = { db: Db; clock: Clock; billing: Billing }

/**
 * What became of the last order. Whoever comes back from paying is often here before the provider's word: then it is asked. Where it
 * does not answer, the order is open as far as we know.
 */
export async function readOrder({ db, clock, billing: { provider } }: Needs, subjectId: string): Promise<BillingState['order']> {
  const newest = await findNewestOrder(db, subjectId)
  if (!newest || newest.state === 'dropped') return 'none'
  if (isPaying(newest, await listBeginnings(db, subjectId), clock.now())) return 'paying'
  if (newest.state === 'done') return 'none'
  if (newest.provider === 'embedded') return provider ? 'none' : 'open'
  if (newest.provider !== provider?.name || !newest.checkoutId) return 'none'
  const state = await provider.readCheckout(newest.checkoutId).catch(() => 'open' as const)
  return state === 'complete' ? 'paying' : state === 'open' ? 'open' : 'none'
}
