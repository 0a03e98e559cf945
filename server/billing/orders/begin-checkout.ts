import type { Customer } from '#contract/billing/billing.ts'
import { problem } from '#server/http/problems/problem.ts'
import { ProviderTrouble, type BillingProvider } from '#server/integrations/billing.ts'
import type { Beginning } from '../provider/ask-for-order.ts'
import { askProvider } from '../provider/ask-provider.ts'
import { findCustomer, putCustomerId } from '../provider/customer-store.ts'
import { changeOrder } from './order-store.ts'
import type { SubscribeNeeds } from './subscribe-needs.ts'

/** A page of the provider's for this order. Its key is the order's: asked again after an interruption, it is the same page. */
export async function beginCheckout(
  needs: SubscribeNeeds,
  provider: BillingProvider,
  { order, customer, freeUntil }: Beginning,
): Promise<string> {
  const { db, log, settings } = needs
  const { subjectId, planCode } = order
  const back = `${settings.publicUrl}${order.returnPath}`
  const checkout = await askProvider(
    log,
    async () => {
      const customerId = await customerAt(needs, provider, order, customer)
      const wish = { customerId, subjectId, planCode, trialEndsAt: freeUntil, successUrl: back, cancelUrl: back }
      return provider.beginCheckout(wish, `order-${order.id}`)
    },
    // What it does not take today it does not take under this key tomorrow.
    async ({ kind }) =>
      void (await changeOrder(db, order, kind === 'away' ? { askingUntil: null } : { state: 'dropped', askingUntil: null })),
  )
  const { id: checkoutId, url, expiresAt } = checkout
  if (await changeOrder(db, order, { checkoutId, url, expiresAt, askingUntil: null })) return url
  await askProvider(log, () => provider.endCheckout(checkoutId))
  throw problem('too-many-requests', {
    detail: 'This was asked for anew elsewhere. Nothing was charged; reload the page.',
    retryAfterSeconds: 5,
  })
}

async function customerAt(
  { db }: SubscribeNeeds,
  provider: BillingProvider,
  { subjectId }: Beginning['order'],
  customer: Customer,
): Promise<string> {
  const known = await findCustomer(db, subjectId)
  if (known?.customerId && known.provider === provider.name && (await isUpdated(provider, known.customerId, customer)))
    return known.customerId
  // One a card, however often it is begun; another one where the provider has lost the first.
  const customerId = await provider.createCustomer(subjectId, customer, `customer-${subjectId}-${known?.customerId ?? 'first'}`)
  if (!(await putCustomerId(db, subjectId, { provider: provider.name, customerId }))) throw problem('card-not-found')
  return customerId
}

/** One whom the provider does not know any more is made anew. */
async function isUpdated(provider: BillingProvider, customerId: string, customer: Customer): Promise<boolean> {
  try {
    await provider.updateCustomer(customerId, customer)
    return true
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return false
    throw error
  }
}
