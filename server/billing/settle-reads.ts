import { ProviderTrouble, type AsOf, type BillingProvider, type ProviderSubscription } from '#server/outside/billing.ts'
import type { Wish } from './apply-batch.ts'
import type { ApplyNeeds } from './apply-events.ts'
import { markEvents, type Marked } from './event-store.ts'
import { isPassing } from './is-passing.ts'
import { writeReads } from './note-subscription.ts'

const atATime = 8

/** Null: there is no such subscription there. `away`: nobody answers, or not to us. */
type Read = AsOf<ProviderSubscription> | null | 'away'
type Reads = ReadonlyMap<string, Read>

/**
 * Asks the provider about what it only hinted at, each subscription once however many hints there were, and outside a transaction: it may
 * take its time. Returns how many events must wait, because it does not answer.
 */
export async function settleReads(needs: ApplyNeeds, provider: BillingProvider, wishes: readonly Wish[]): Promise<number> {
  if (wishes.length === 0) return 0
  const reads = await readAll(needs, provider, [...new Set(wishes.flatMap(({ ids }) => ids))])
  const answered = wishes.filter(({ ids }) => ids.every((id) => reads.get(id) !== 'away'))
  await writeCarefully(needs, provider.name, answered, reads)
  return wishes.length - answered.length
}

async function readAll({ log }: ApplyNeeds, provider: BillingProvider, ids: readonly string[]): Promise<Reads> {
  const reads = new Map<string, Read>()
  const left = [...ids]
  let isAway = false
  async function readOn() {
    // One that does not answer is not asked three hundred times more.
    for (let id = left.pop(); id !== undefined; id = left.pop()) reads.set(id, isAway ? 'away' : await readOne(id))
  }
  async function readOne(id: string): Promise<Read> {
    try {
      return await provider.readSubscription(id)
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error
      log.warn('billing-not-read', { provider: provider.name, subscriptionId: id, kind: error.kind, error })
      isAway ||= error.kind === 'away'
      return 'away'
    }
  }
  await Promise.all(Array.from({ length: atATime }, readOn))
  return reads
}

/** All at once; where one of them cannot be written, each by itself, and that one is put aside. */
async function writeCarefully(needs: ApplyNeeds, provider: string, wishes: readonly Wish[], reads: Reads): Promise<void> {
  try {
    await write(needs, provider, wishes, reads)
  } catch (error) {
    if (isPassing(error)) throw error
    const [only, ...others] = wishes
    if (only && others.length === 0) return putAside(needs, provider, only, error)
    for (const wish of wishes) await writeCarefully(needs, provider, [wish], reads)
  }
}

async function write(needs: ApplyNeeds, provider: string, wishes: readonly Wish[], reads: Reads): Promise<void> {
  const found = [...new Set(wishes.flatMap(({ ids }) => ids))].flatMap((id) => {
    const read = reads.get(id)
    return read && read !== 'away' ? read : []
  })
  await needs.changes.write(async (tx, tell) => {
    await writeReads(tx, tell, needs, provider, found)
    const marked = wishes.map(({ eventId, subjectId, ids }): Marked => {
      return { eventId, subjectId, outcome: ids.some((id) => reads.get(id)) ? 'read-anew' : 'nothing-to-do' }
    })
    await markEvents(tx, provider, marked, needs.clock.now())
  })
}

async function putAside({ db, log, clock }: ApplyNeeds, provider: string, { eventId, subjectId }: Wish, error: unknown): Promise<void> {
  log.error('billing-event-troubled', { provider, eventId, error })
  await markEvents(db, provider, [{ eventId, subjectId, outcome: 'troubled' }], clock.now())
}
