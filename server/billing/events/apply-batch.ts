import type { BillingProvider } from '#server/integrations/billing.ts'
import type { ApplyNeeds } from './apply-events.ts'
import { markEvents, takeEvents, type Marked, type Place, type StoredEvent } from './event-store.ts'
import { foldEvents, type Snapshot, type ToldEvent } from './fold-events.ts'
import { invoiceRowOf } from '../provider/merge-invoice.ts'
import { closeOrder } from '../orders/order-ends.ts'
import { holdPayers, listSnapshots } from '../provider/provider-store.ts'
import { openTold } from './told.ts'
import { writeInvoices } from '../invoices/write-invoices.ts'
import { writeTold } from './write-told.ts'

/** An event that says too little, and what is to be read for it. */
export type Wish = { eventId: string; subjectId: string; customerId: string; ids: string[]; refunds: boolean }
/** `last`: where the next batch goes on; null at the end. */
export type Batch = { last: Place | null; reads: Wish[] }

type Which = { after: Place | null; limit: number; taken?: (place: Place) => void }

/** The next events, applied and marked in one transaction. */
export function applyBatch(needs: ApplyNeeds, provider: BillingProvider, { after, limit, taken }: Which): Promise<Batch> {
  return needs.changes.write(async (tx, tell) => {
    const events = await takeEvents(tx, { provider: provider.name, after, limit })
    for (const { place } of events) taken?.(place)
    const customerIds = new Set(events.flatMap(({ customerId }) => customerId ?? []))
    const payers = await holdPayers(tx, provider.name, [...customerIds])
    const snapshots = Map.groupBy(
      await listSnapshots(
        tx,
        payers.map(({ subjectId }) => subjectId),
      ),
      ({ subjectId }) => subjectId,
    )
    const byCustomer = Map.groupBy(events, ({ customerId }) => customerId ?? '')
    const batch: Batch = { last: events.at(-1)?.place ?? null, reads: [] }
    const marked: Marked[] = []
    const changed: Snapshot[] = []
    const invoices = []
    const all = new Map<string, Snapshot[]>()

    for (const { subjectId, customerId } of payers) {
      const whose = { subjectId, customerId, provider: provider.name }
      const before = new Map((snapshots.get(subjectId) ?? []).map((row) => [row.id, row]))
      const known = new Map<string, Snapshot>(before)
      const told = (byCustomer.get(customerId) ?? []).map(open)
      byCustomer.delete(customerId)
      const fates = foldEvents(told, known, whose)
      for (const {
        eventId,
        at,
        told: { invoice, checkout, subscriptionId },
      } of told) {
        const row = invoice && invoice !== 'plan-unknown' && invoiceRowOf(invoice, { ...whose, toldAt: at })
        if (row) invoices.push(row)
        if (checkout) {
          const { id: checkoutId, state } = checkout
          if (await closeOrder(tx, subjectId, { checkoutId, state, subscriptionId, unknown: 'paying' })) tell(`card:${subjectId}`)
        }
        const fate = fates.get(eventId)
        if (!fate) continue
        if ('read' in fate) batch.reads.push({ eventId, subjectId, customerId, ids: fate.read, refunds: fate.refunds })
        else marked.push({ eventId, subjectId, outcome: fate.outcome })
      }
      changed.push(...[...known.values()].filter((row) => before.get(row.id) !== row))
      all.set(subjectId, [...known.values()])
    }

    for (const foreign of byCustomer.values()) marked.push(...foreign.map(notOurs))
    await writeTold(tx, tell, needs, { changed, all })
    for (const { subjectId } of await writeInvoices(tx, invoices)) tell(`card:${subjectId}`)
    await markEvents(tx, provider.name, marked, needs.clock.now())
    noteTrouble(needs, marked)
    return batch
  })
}

function open({ eventId, kind, at, told }: StoredEvent): ToldEvent {
  if (!told) throw new Error(`nothing is known of what ${eventId} says`)
  return { eventId, kind, at, told: openTold(told) }
}

const notOurs = ({ eventId }: StoredEvent): Marked => ({ eventId, subjectId: null, outcome: 'not-ours' })

function noteTrouble({ log }: ApplyNeeds, marked: readonly Marked[]) {
  for (const { eventId, subjectId, outcome } of marked)
    if (outcome === 'troubled') log.error('billing-event-troubled', { eventId, subjectId, reason: 'its status is a word we do not know' })
}
