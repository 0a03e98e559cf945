import type { BillingProvider } from '#server/integrations/billing.ts'
import type { ApplyDeps } from './apply-events.ts'
import { markEvents, takeEvents, type EventResult, type Position, type StoredEvent } from './event-store.ts'
import { foldEvents, type Snapshot, type ParsedEvent } from './fold-events.ts'
import { invoiceRowOf } from '../provider/merge-invoice.ts'
import { closeOrderByCheckout } from '../orders/close-orders.ts'
import { lockPayers, listSnapshots } from '../provider/provider-store.ts'
import { parseEventData } from './event-data.ts'
import { saveInvoices } from '../invoices/save-invoices.ts'
import { saveSubscriptions } from '../subscriptions/save-subscriptions.ts'

/** An incomplete event, and the objects to fetch for it. */
export type PendingRead = { eventId: string; subjectId: string; customerId: string; ids: string[]; refunds: boolean }
/** `last`: the cursor for the next batch; null at the end. */
export type Batch = { last: Position | null; reads: PendingRead[] }

type BatchOptions = { after: Position | null; limit: number; onEvent?: (position: Position) => void }

/** Applies the next events and marks them, in one transaction. */
export function applyBatch(deps: ApplyDeps, provider: BillingProvider, { after, limit, onEvent }: BatchOptions): Promise<Batch> {
  return deps.changes.write(async (tx, notify) => {
    const events = await takeEvents(tx, { provider: provider.name, after, limit })
    for (const { position } of events) onEvent?.(position)
    const customerIds = new Set(events.flatMap(({ customerId }) => customerId ?? []))
    const payers = await lockPayers(tx, provider.name, [...customerIds])
    const snapshots = Map.groupBy(
      await listSnapshots(
        tx,
        payers.map(({ subjectId }) => subjectId),
      ),
      ({ subjectId }) => subjectId,
    )
    const byCustomer = Map.groupBy(events, ({ customerId }) => customerId ?? '')
    const batch: Batch = { last: events.at(-1)?.position ?? null, reads: [] }
    const results: EventResult[] = []
    const changed: Snapshot[] = []
    const invoices = []
    const all = new Map<string, Snapshot[]>()

    for (const { subjectId, customerId } of payers) {
      const owner = { subjectId, customerId, provider: provider.name }
      const before = new Map((snapshots.get(subjectId) ?? []).map((row) => [row.id, row]))
      const known = new Map<string, Snapshot>(before)
      const parsed = (byCustomer.get(customerId) ?? []).map(parseEvent)
      byCustomer.delete(customerId)
      const decisions = foldEvents(parsed, known, owner)
      for (const {
        eventId,
        at,
        data: { invoice, checkout, subscriptionId },
      } of parsed) {
        const row = invoice && invoice !== 'plan-unknown' && invoiceRowOf(invoice, { ...owner, reportedAt: at })
        if (row) invoices.push(row)
        if (checkout) {
          const { id: checkoutId, state } = checkout
          if (await closeOrderByCheckout(tx, subjectId, { checkoutId, state, subscriptionId, unknown: 'paying' }))
            notify(`card:${subjectId}`)
        }
        const decision = decisions.get(eventId)
        if (!decision) continue
        if ('read' in decision) batch.reads.push({ eventId, subjectId, customerId, ids: decision.read, refunds: decision.refunds })
        else results.push({ eventId, subjectId, outcome: decision.outcome })
      }
      changed.push(...[...known.values()].filter((row) => before.get(row.id) !== row))
      all.set(subjectId, [...known.values()])
    }

    for (const foreign of byCustomer.values()) results.push(...foreign.map(toForeignResult))
    await saveSubscriptions(tx, notify, deps, { changed, all })
    for (const { subjectId } of await saveInvoices(tx, invoices)) notify(`card:${subjectId}`)
    await markEvents(tx, provider.name, results, deps.clock.now())
    logFailures(deps, results)
    return batch
  })
}

function parseEvent({ eventId, kind, at, data }: StoredEvent): ParsedEvent {
  if (!data) throw new Error(`event ${eventId} has no data`)
  return { eventId, kind, at, data: parseEventData(data) }
}

const toForeignResult = ({ eventId }: StoredEvent): EventResult => ({ eventId, subjectId: null, outcome: 'not-ours' })

function logFailures({ log }: ApplyDeps, results: readonly EventResult[]) {
  for (const { eventId, subjectId, outcome } of results)
    if (outcome === 'troubled') log.error('billing-event-failed', { eventId, subjectId, reason: 'unknown subscription status' })
}
