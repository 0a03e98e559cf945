import type { AsOf, BillingProvider, ProviderSubscription } from '#server/integrations/billing.ts'
import type { Wish } from '../events/apply-batch.ts'
import type { ApplyNeeds } from '../events/apply-events.ts'
import { askEach, readRefunds, type Answers } from '../events/ask-anew.ts'
import { holdEvents, markEvents } from '../events/event-store.ts'
import { isPassing } from '../events/is-passing.ts'
import { writeReads } from '../ledger/note-subscription.ts'
import { readRevisions } from '../provider/provider-store.ts'
import { writeInvoicesTold } from '../invoices/write-invoices.ts'

const triesMax = 3

/**
 * Asks the provider about what it only hinted at, each subscription once however many hints there were, and outside a transaction: it may
 * take its time. Where somebody else wrote meanwhile, whose answer is the newer is not known: it is asked again. Returns how many events
 * must wait.
 */
export async function settleReads(needs: ApplyNeeds, provider: BillingProvider, wishes: readonly Wish[]): Promise<number> {
  let left = wishes
  let waiting = 0
  for (let tries = 0; tries < triesMax && left.length > 0; tries++) {
    const ids = [...new Set(left.flatMap(({ ids }) => ids))]
    const revisions = await readRevisions(needs.db, provider.name, ids)
    const subscriptions = await askEach(needs, ids, (id) => provider.readSubscription(id))
    const customers = [...new Set(left.flatMap(({ refunds, customerId }) => (refunds ? customerId : [])))]
    const refunds = await askEach(needs, customers, (customerId) => readRefunds(provider, customerId))
    const answered = left.filter(({ ids, customerId, ...wish }) => {
      return ids.every((id) => subscriptions.get(id) !== 'away') && (!wish.refunds || refunds.get(customerId) !== 'away')
    })
    waiting += left.length - answered.length
    left = await writeCarefully(needs, provider.name, answered, { subscriptions, refunds, revisions })
  }
  return waiting + left.length
}

type Asked = {
  subscriptions: Answers<AsOf<ProviderSubscription> | null>
  refunds: Answers<Awaited<ReturnType<typeof readRefunds>>>
  revisions: ReadonlyMap<string, number>
}

/** All at once; where one of them cannot be written, each by itself, and that one is put aside. Returns what is to be asked again. */
async function writeCarefully(needs: ApplyNeeds, provider: string, wishes: readonly Wish[], asked: Asked): Promise<Wish[]> {
  if (wishes.length === 0) return []
  try {
    return await write(needs, provider, wishes, asked)
  } catch (error) {
    if (isPassing(error)) throw error
    const [only, ...others] = wishes
    if (only && others.length === 0) return putAside(needs, provider, only, error)
    const again: Wish[] = []
    for (const wish of wishes) again.push(...(await writeCarefully(needs, provider, [wish], asked)))
    return again
  }
}

async function write(needs: ApplyNeeds, provider: string, wishes: readonly Wish[], asked: Asked): Promise<Wish[]> {
  const { subscriptions, refunds, revisions } = asked
  const reads = [...new Set(wishes.flatMap(({ ids }) => ids))].flatMap((id) => answerOf(subscriptions, id) ?? [])
  return needs.changes.write(async (tx, tell) => {
    await holdEvents(
      tx,
      provider,
      wishes.map(({ eventId }) => eventId),
    )
    const compared = await writeReads(tx, tell, needs, provider, {
      reads,
      believe: ({ id, revision }) => revision === (revisions.get(id) ?? 0),
    })
    for (const customerId of new Set(wishes.flatMap((wish) => (wish.refunds ? wish.customerId : [])))) {
      const told = answerOf(refunds, customerId)
      if (told) await writeInvoicesTold(tx, tell, provider, { told: told.it, at: told.at })
    }
    const doubtful = new Set(compared.flatMap(({ id, isBelieved }) => (isBelieved ? [] : id)))
    const [again, done] = [true, false].map((is) => wishes.filter(({ ids }) => ids.some((id) => doubtful.has(id)) === is))
    const marked = (done ?? []).map(({ eventId, subjectId, ids, ...wish }) => {
      const isFound = wish.refunds || ids.some((id) => answerOf(subscriptions, id))
      return { eventId, subjectId, outcome: isFound ? ('read-anew' as const) : ('nothing-to-do' as const) }
    })
    await markEvents(tx, provider, marked, needs.clock.now())
    return again ?? []
  })
}

function answerOf<T>(answers: Answers<T>, id: string): T | null {
  const answer = answers.get(id)
  return answer === undefined || answer === 'away' ? null : answer
}

async function putAside({ db, log, clock }: ApplyNeeds, provider: string, { eventId, subjectId }: Wish, error: unknown): Promise<Wish[]> {
  log.error('billing-event-troubled', { provider, eventId, error })
  await markEvents(db, provider, [{ eventId, subjectId, outcome: 'troubled' }], clock.now())
  return []
}
