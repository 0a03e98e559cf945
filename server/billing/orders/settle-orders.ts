import type { BillingProvider, CheckoutOutcome } from '#server/integrations/billing.ts'
import type { ApplyNeeds } from '../events/apply-events.ts'
import { askEach, readRefunds } from '../events/ask-anew.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { writeReads } from '../ledger/note-subscription.ts'
import { closeOrder, takeUnsettled, type Unsettled } from './order-ends.ts'
import { writeInvoicesTold } from '../invoices/write-invoices.ts'
import type { TellingNeeds } from '../events/write-told.ts'

const atOnce = 200
const quietMs = 60_000
const dayMs = 86_400_000

/** Each minute, of orders nobody told about: events get lost, and whoever paid does not wait for the night. */
export async function settleOrders(needs: ApplyNeeds): Promise<void> {
  const { provider } = needs.billing
  if (!provider) return
  const now = needs.clock.now()
  const due = await takeUnsettled(needs.db, {
    provider: provider.name,
    now,
    quietSince: new Date(now.getTime() - quietMs),
    limit: atOnce,
  })
  const orders = new Map(due.map((order) => [order.checkoutId, order]))
  await askEach(needs, [...orders.keys()], async (id) => {
    const order = orders.get(id)
    if (order) await settleOrder(needs, provider, order)
  })
}

type Needs = TellingNeeds & Pick<ApplyNeeds, 'changes'>

/** Asks what became of an order’s page, what was bought there and what was charged; all is written, whether anybody told or not. */
export async function settleOrder(needs: Needs, provider: BillingProvider, order: Unsettled): Promise<CheckoutOutcome['state']> {
  const { subjectId, checkoutId, createdAt } = order
  const outcome = await provider.readCheckout(checkoutId)
  if (outcome.state === 'open') return 'open'
  const read = outcome.subscriptionId ? await provider.readSubscription(outcome.subscriptionId) : null
  const charged = read && (await readRefunds(provider, read.it.customerId))
  // Paid, and for what nobody can say: for a day it is not sold again.
  const unknown = needs.clock.now().getTime() - createdAt.getTime() < dayMs ? 'paying' : 'dropped'
  const closed = await needs.changes.write(async (tx, tell) => {
    await holdBilling(tx, subjectId)
    // What is known already others keep up to date.
    if (read) await writeReads(tx, tell, needs, provider.name, { reads: [read], believe: () => false })
    if (charged) await writeInvoicesTold(tx, tell, provider.name, { told: charged.it, at: charged.at })
    const state = await closeOrder(tx, subjectId, { checkoutId, unknown, ...outcome })
    if (state) tell(`card:${subjectId}`)
    return state
  })
  if (outcome.state === 'complete' && closed && closed !== 'done')
    needs.log.error('paid-and-nothing-bought', { subjectId, checkoutId, subscriptionId: outcome.subscriptionId })
  return outcome.state
}
