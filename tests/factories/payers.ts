import { billingCustomers } from '#server/billing/tables.ts'
import type { App } from '#server/app.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { aCard } from './cards.ts'
import { aCustomer } from './customers.ts'

/** A new card and its customer id at the provider. */
export async function aPayer(deps: App['deps'], { plan = 'FREE' }: { plan?: PlanCode } = {}) {
  const card = await aCard(deps, { plan })
  const { provider } = deps.billing
  if (!provider) throw new Error('nothing takes the money here')
  const customer = aCustomer()
  const customerId = await provider.createCustomer(card.id, customer, card.id)
  await deps.db.insert(billingCustomers).values({
    subjectId: card.id,
    firstName: customer.first_name,
    lastName: customer.last_name,
    displayName: customer.display_name,
    email: customer.email,
    companyName: customer.company_name,
    phone: customer.phone,
    mobile: customer.mobile,
    billingAddress: customer.billing_address,
    shippingAddress: customer.shipping_address,
    provider: provider.name,
    customerId,
  })
  return { ...card, customerId }
}
