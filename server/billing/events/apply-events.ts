import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Billing, BillingProvider } from '#server/integrations/billing.ts'
import { applyBatch, type Batch } from './apply-batch.ts'
import { markEvents, type Place } from './event-store.ts'
import { isPassing } from './is-passing.ts'
import { settleReads } from '../orders/settle-reads.ts'
import type { TellingNeeds } from './write-told.ts'

export type ApplyNeeds = TellingNeeds & { db: Db; changes: Changes; billing: Billing }

const atOnce = 300
const forMs = 50_000

/**
 * Applies what was heard and waits. Each event is looked at once: what its provider cannot say more about now stays for the next run,
 * and this one ends by saying so. Returns whether it came to the end.
 */
export async function applyEvents(needs: ApplyNeeds): Promise<{ isDone: boolean; waiting: number }> {
  const { provider } = needs.billing
  if (!provider) return { isDone: true, waiting: 0 }
  const until = performance.now() + forMs
  let waiting = 0
  for (let after: Place | null = null; performance.now() < until;) {
    const batch: Batch = await applyCarefully(needs, provider, { after, limit: atOnce })
    waiting += await settleReads(needs, provider, batch.reads)
    if (batch.last === null) return { isDone: true, waiting }
    after = batch.last
  }
  return { isDone: false, waiting }
}

type Which = { after: Place | null; limit: number }

/** All at once; where something among them cannot be applied, one after the other, and that one is put aside. */
async function applyCarefully(needs: ApplyNeeds, provider: BillingProvider, which: Which): Promise<Batch> {
  try {
    return await applyBatch(needs, provider, which)
  } catch (error) {
    if (isPassing(error)) throw error
  }
  const whole: Batch = { last: which.after, reads: [] }
  for (let looked = 0; looked < which.limit; looked++) {
    const one = await applyOrPutAside(needs, provider, whole.last)
    whole.reads.push(...one.reads)
    whole.last = one.last
    if (one.last === null) break
  }
  return whole
}

async function applyOrPutAside(needs: ApplyNeeds, provider: BillingProvider, after: Place | null): Promise<Batch> {
  const seen: Place[] = []
  try {
    return await applyBatch(needs, provider, { after, limit: 1, taken: (place) => seen.push(place) })
  } catch (error) {
    // Of a batch that began again the last.
    const place = seen.at(-1)
    if (isPassing(error) || !place) throw error
    needs.log.error('billing-event-troubled', { provider: provider.name, eventId: place.id, error })
    await markEvents(needs.db, provider.name, [{ eventId: place.id, subjectId: null, outcome: 'troubled' }], needs.clock.now())
    return { last: place, reads: [] }
  }
}
