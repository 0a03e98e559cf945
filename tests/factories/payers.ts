import { billingCustomers } from '#server/billing/tables.ts'
import type { App } from '#server/app.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { aCard } from './cards.ts'
import { aCustomer } from './customers.ts'

/** A card of its own, and whom the provider knows its payer as. */
export async function aPayer(needs: App['needs'], { plan = 'FREE' }: { plan?: PlanCode } = {}) {
  const card = await aCard(needs, { plan })
  const { provider } = needs.billing
  if (!provider) throw new Error('nothing takes the money here')
  const customer = aCustomer()
  const customerId = await provider.createCustomer(card.id, customer, card.id)
  await needs.db.insert(billingCustomers).values({
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
