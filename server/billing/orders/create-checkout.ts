import type { Customer } from '#contract/billing/billing.ts'
import { problem } from '#server/http/problems/problem.ts'
import { ProviderError, type BillingProvider } from '#server/integrations/billing.ts'
import type { NewCheckout } from './claim-order.ts'
import { callProvider } from '../provider/call-provider.ts'
import { findCustomer, setCustomerId } from '../provider/customer-store.ts'
import { updateOrder } from './order-store.ts'
import type { SubscribeDeps } from './subscribe-deps.ts'

/** Creates the provider’s checkout page for an order. The order’s id is the idempotency key: a retry gets the same page. */
export async function createCheckout(
  deps: SubscribeDeps,
  provider: BillingProvider,
  { order, customer, freeUntil }: NewCheckout,
): Promise<string> {
  const { db, log, settings } = deps
  const { subjectId, planCode } = order
  const returnUrl = `${settings.publicUrl}${order.returnPath}`
  const checkout = await callProvider(
    log,
    async () => {
      const customerId = await ensureCustomer(deps, provider, order, customer)
      const request = { customerId, subjectId, planCode, trialEndsAt: freeUntil, successUrl: returnUrl, cancelUrl: returnUrl }
      return provider.createCheckout(request, `order-${order.id}`)
    },
    // The provider replays a rejection for the same key, so a retry needs a new order.
    async ({ kind }) =>
      void (await updateOrder(db, order, kind === 'rejected' ? { state: 'dropped', lockedUntil: null } : { lockedUntil: null })),
  )
  const { id: checkoutId, url, expiresAt } = checkout
  if (await updateOrder(db, order, { checkoutId, url, expiresAt, lockedUntil: null })) return url
  await callProvider(log, () => provider.expireCheckout(checkoutId))
  throw problem('too-many-requests', {
    detail: 'This subscription was started again in another window. Nothing was charged. Reload the page.',
    retryAfterSeconds: 5,
  })
}

async function ensureCustomer(
  { db }: SubscribeDeps,
  provider: BillingProvider,
  { subjectId }: NewCheckout['order'],
  customer: Customer,
): Promise<string> {
  const stored = await findCustomer(db, subjectId)
  if (stored?.customerId && stored.provider === provider.name && (await isUpdated(provider, stored.customerId, customer)))
    return stored.customerId
  // One customer for each card; a new one only if the provider no longer has the first.
  const customerId = await provider.createCustomer(subjectId, customer, `customer-${subjectId}-${stored?.customerId ?? 'first'}`)
  if (!(await setCustomerId(db, subjectId, { provider: provider.name, customerId }))) throw problem('card-not-found')
  return customerId
}

/** False if the provider no longer has this customer. */
async function isUpdated(provider: BillingProvider, customerId: string, customer: Customer): Promise<boolean> {
  try {
    await provider.updateCustomer(customerId, customer)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'rejected') return false
    throw error
  }
}
