import type { BillingProvider } from '#server/integrations/billing.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import { markEvents, takeEvents, type EventResult, type Position } from './event-store.ts'
import { decideEvent } from './decide-event.ts'
import { invoiceRowOf } from '../provider/merge-invoice.ts'
import { closeOrderByCheckout } from '../orders/close-orders.ts'
import { lockPayers, listSnapshots } from '../provider/provider-store.ts'
import { parseEventData } from './event-data.ts'
import { saveInvoices } from '../invoices/save-invoices.ts'

/** An incomplete event, and the objects to fetch for it. */
export type PendingRead = { eventId: string; subjectId: string; customerId: string; ids: string[]; refunds: boolean }
/** `last`: the cursor for the next batch; null at the end. */
export type Batch = { last: Position | null; reads: PendingRead[] }

type BatchOptions = { after: Position | null; limit: number; onEvent?: (position: Position) => void }

/** Applies the next events and marks them, in one transaction. */
export function applyBatch(deps: ProviderDeps, provider: BillingProvider, { after, limit, onEvent }: BatchOptions): Promise<Batch> {
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
    const invoices = []

    for (const { subjectId, customerId } of payers) {
      const owner = { subjectId, customerId, provider: provider.name }
      const known = new Map((snapshots.get(subjectId) ?? []).map((row) => [row.id, row]))
      const ownEvents = byCustomer.get(customerId) ?? []
      byCustomer.delete(customerId)
      for (const { eventId, kind, at, data: stored } of ownEvents) {
        if (!stored) throw new Error(`event ${eventId} has no data`)
        const data = parseEventData(stored)
        const { invoice, checkout, subscriptionId } = data
        const row = invoice && invoice !== 'plan-unknown' && invoiceRowOf(invoice, { ...owner, reportedAt: at })
        if (row) invoices.push(row)
        if (checkout) {
          const { id: checkoutId, state } = checkout
          if (await closeOrderByCheckout(tx, subjectId, { checkoutId, state, subscriptionId, unknown: 'paying' }))
            notify(`card:${subjectId}`)
        }
        const decision = decideEvent(kind, data, known)
        if ('read' in decision) batch.reads.push({ eventId, subjectId, customerId, ids: decision.read, refunds: decision.refunds })
        else results.push({ eventId, subjectId, outcome: decision.outcome })
      }
    }

    for (const { eventId } of [...byCustomer.values()].flat()) results.push({ eventId, subjectId: null, outcome: 'not-ours' })
    for (const { subjectId } of await saveInvoices(tx, invoices)) notify(`card:${subjectId}`)
    await markEvents(tx, provider.name, results, deps.clock.now())
    return batch
  })
}
