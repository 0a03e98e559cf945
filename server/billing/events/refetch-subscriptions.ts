import type { AsOf, BillingProvider, ProviderSubscription } from '#server/integrations/billing.ts'
import { saveProviderInvoices } from '../invoices/save-invoices.ts'
import { fetchEach, fetchInvoices, type FetchResults } from '../provider/fetch-each.ts'
import { readRevisions } from '../provider/provider-store.ts'
import { saveFetchedSubscriptions } from '../provider/save-fetched-subscriptions.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import type { PendingRead } from './apply-batch.ts'
import { lockEvents, markEvents } from './event-store.ts'
import { isTransient } from './is-transient.ts'

const attemptsMax = 3

/**
 * Fetches the objects of incomplete events, each subscription once, outside of transactions because the provider may be slow. If a
 * subscription was written meanwhile, it is unknown which version is newer, so it is fetched again. An event whose object can’t be
 * read has failed. Returns how many events still wait.
 */
export async function refetchSubscriptions(deps: ProviderDeps, provider: BillingProvider, events: readonly PendingRead[]): Promise<number> {
  let remaining = events
  let waiting = 0
  for (let attempts = 0; attempts < attemptsMax && remaining.length > 0; attempts++) {
    const ids = [...new Set(remaining.flatMap(({ ids }) => ids))]
    const revisions = await readRevisions(deps.db, provider.name, ids)
    const subscriptions = await fetchEach(deps, ids, (id) => provider.readSubscription(id))
    const customers = [...new Set(remaining.flatMap(({ refunds, customerId }) => (refunds ? customerId : [])))]
    const refunds = await fetchEach(deps, customers, (customerId) => fetchInvoices(provider, customerId))
    const fetchedEvents = remaining.filter(({ ids, customerId, ...event }) => {
      return ids.every((id) => subscriptions.get(id) !== 'unavailable') && (!event.refunds || refunds.get(customerId) !== 'unavailable')
    })
    waiting += remaining.length - fetchedEvents.length
    remaining = await saveWithFallback(deps, provider.name, fetchedEvents, { subscriptions, refunds, revisions })
  }
  return waiting + remaining.length
}

type Fetched = {
  subscriptions: FetchResults<AsOf<ProviderSubscription> | null>
  refunds: FetchResults<Awaited<ReturnType<typeof fetchInvoices>>>
  revisions: ReadonlyMap<string, number>
}

/** Saves all together. If one fails, saves them one by one and marks that event as failed. Returns the events to fetch again. */
async function saveWithFallback(
  deps: ProviderDeps,
  provider: string,
  events: readonly PendingRead[],
  fetched: Fetched,
): Promise<PendingRead[]> {
  if (events.length === 0) return []
  try {
    return await saveFetched(deps, provider, events, fetched)
  } catch (error) {
    if (isTransient(error)) throw error
    const [single, ...rest] = events
    if (single && rest.length === 0) return markFailed(deps, provider, single, error)
    const retry: PendingRead[] = []
    for (const event of events) retry.push(...(await saveWithFallback(deps, provider, [event], fetched)))
    return retry
  }
}

async function saveFetched(deps: ProviderDeps, provider: string, events: readonly PendingRead[], fetched: Fetched): Promise<PendingRead[]> {
  const { subscriptions, refunds, revisions } = fetched
  const reads = [...new Set(events.flatMap(({ ids }) => ids))].flatMap((id) => resultOf(subscriptions, id) ?? [])
  const remaining = await deps.changes.write(async (tx, notify) => {
    await lockEvents(
      tx,
      provider,
      events.map(({ eventId }) => eventId),
    )
    const compared = await saveFetchedSubscriptions(tx, notify, deps, provider, {
      reads,
      accept: ({ id, revision }) => revision === (revisions.get(id) ?? 0),
    })
    for (const customerId of new Set(events.flatMap((event) => (event.refunds ? event.customerId : [])))) {
      const invoices = resultOf(refunds, customerId)
      if (invoices) await saveProviderInvoices(tx, notify, provider, { invoices: invoices.value.invoices, at: invoices.at })
    }
    const stale = new Set(compared.flatMap(({ id, isAccepted }) => (isAccepted ? [] : id)))
    const [retry, done] = [true, false].map((is) => events.filter(({ ids }) => ids.some((id) => stale.has(id)) === is))
    const marked = (done ?? []).map((event) => {
      const { eventId, subjectId, ids } = event
      const isFound = event.refunds || ids.some((id) => resultOf(subscriptions, id))
      const isUnreadable = unreadableOf(event, fetched).length > 0
      return { eventId, subjectId, outcome: isUnreadable ? 'troubled' : isFound ? 'read-again' : 'nothing-to-do' } as const
    })
    await markEvents(tx, provider, marked, deps.clock.now())
    return retry ?? []
  })
  for (const event of events.filter((one) => !remaining.includes(one))) {
    const unreadable = unreadableOf(event, fetched)
    if (unreadable.length > 0) deps.log.error('billing-event-failed', { provider, eventId: event.eventId, unreadable })
  }
  return remaining
}

/** The subscriptions and invoices of an event that can’t be read. */
function unreadableOf({ ids, refunds, customerId }: PendingRead, fetched: Fetched): string[] {
  const invoices = refunds ? resultOf(fetched.refunds, customerId)?.value.unreadable : null
  return [...ids.filter((id) => fetched.subscriptions.get(id) === 'unreadable'), ...(invoices ?? [])]
}

function resultOf<T>(results: FetchResults<T>, id: string): T | null {
  const result = results.get(id)
  return result === undefined || result === 'unavailable' || result === 'unreadable' ? null : result
}

async function markFailed(
  { db, log, clock }: ProviderDeps,
  provider: string,
  { eventId, subjectId }: PendingRead,
  error: unknown,
): Promise<PendingRead[]> {
  log.error('billing-event-failed', { provider, eventId, error })
  await markEvents(db, provider, [{ eventId, subjectId, outcome: 'troubled' }], clock.now())
  return []
}
