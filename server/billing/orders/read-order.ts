import { setTimeout } from 'node:timers/promises'
import type { BillingState } from '#contract/billing/billing.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing, BillingProvider } from '#server/integrations/billing.ts'
import { findNewestOrder } from './order-store.ts'

type Needs = { db: Db; billing: Billing }

/** A page does not wait longer for somebody else. */
const patienceMs = 2500

/**
 * What became of the last order. Whoever comes back from paying is often here before the provider's word: then it is asked. Where it
 * does not answer, the order is open as far as we know.
 */
export async function readOrder({ db, billing: { provider } }: Needs, subjectId: string): Promise<BillingState['order']> {
  const newest = await findNewestOrder(db, subjectId)
  if (!newest || newest.state === 'dropped' || newest.state === 'done') return 'none'
  if (newest.provider === 'embedded') return provider ? 'none' : 'open'
  if (newest.provider !== provider?.name || !newest.checkoutId) return 'none'
  if (newest.state === 'paying') return 'paying'
  const state = await askBriefly(provider, newest.checkoutId)
  return state === 'complete' ? 'paying' : state === 'open' ? 'open' : 'none'
}

async function askBriefly(provider: BillingProvider, checkoutId: string) {
  const enough = new AbortController()
  const asked = provider.readCheckout(checkoutId).then(
    ({ state }) => state,
    () => 'open' as const,
  )
  const late = setTimeout(patienceMs, 'open' as const, { signal: enough.signal }).catch(() => 'open' as const)
  try {
    return await Promise.race([asked, late])
  } finally {
    enough.abort()
  }
}
