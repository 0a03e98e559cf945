import type { BillingProvider, CheckoutOutcome } from '#server/integrations/billing.ts'
import { fetchEach, fetchInvoices } from '../provider/fetch-each.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { saveFetchedSubscriptions } from '../provider/save-fetched-subscriptions.ts'
import { closeOrderByCheckout, claimStaleOrders, type PendingOrder } from './close-orders.ts'
import { saveProviderInvoices } from '../invoices/save-invoices.ts'
import type { ProviderDeps, SaveSubscriptionsDeps } from '../subscriptions/save-subscriptions.ts'

const batchSize = 200
const staleAfterMs = 60_000
const dayMs = 86_400_000

/** Every minute: checks orders without news. Events get lost, and a customer who paid should not wait for the nightly run. */
export async function reconcileOrders(deps: ProviderDeps): Promise<void> {
  const { provider } = deps.billing
  if (!provider) return
  const now = deps.clock.now()
  const claimed = await claimStaleOrders(deps.db, {
    provider: provider.name,
    now,
    quietSince: new Date(now.getTime() - staleAfterMs),
    limit: batchSize,
  })
  const orders = new Map(claimed.map((order) => [order.checkoutId, order]))
  await fetchEach(deps, [...orders.keys()], async (id) => {
    const order = orders.get(id)
    if (order) await reconcileOrder(deps, provider, order)
  })
}

type Deps = SaveSubscriptionsDeps & Pick<ProviderDeps, 'changes'>

/** Fetches the checkout, the subscription and the invoices of an order, and saves them. */
export async function reconcileOrder(deps: Deps, provider: BillingProvider, order: PendingOrder): Promise<CheckoutOutcome['state']> {
  const { subjectId, checkoutId, createdAt } = order
  const outcome = await provider.readCheckout(checkoutId)
  if (outcome.state === 'open') return 'open'
  const read = outcome.subscriptionId ? await provider.readSubscription(outcome.subscriptionId) : null
  const invoices = read && (await fetchInvoices(provider, read.value.customerId))
  // Paid, but the subscription is unknown: do not sell it again for a day.
  const unknown = deps.clock.now().getTime() - createdAt.getTime() < dayMs ? 'paying' : 'dropped'
  const closed = await deps.changes.write(async (tx, notify) => {
    await lockBilling(tx, subjectId)
    // Only unknown subscriptions: events and the nightly run update the known ones.
    if (read) await saveFetchedSubscriptions(tx, notify, deps, provider.name, { reads: [read], accept: () => false })
    if (invoices) await saveProviderInvoices(tx, notify, provider.name, { invoices: invoices.value.invoices, at: invoices.at })
    const state = await closeOrderByCheckout(tx, subjectId, { checkoutId, unknown, ...outcome })
    if (state) notify(`card:${subjectId}`)
    return state
  })
  if (outcome.state === 'complete' && closed && closed !== 'done')
    deps.log.error('paid-without-subscription', { subjectId, checkoutId, subscriptionId: outcome.subscriptionId })
  return outcome.state
}
