import type { Customer } from '#contract/billing.ts'
import { billingCustomers } from '#server/billing/tables.ts'
import type { App } from '#server/app.ts'
import type { PlanCode } from '#contract/plans.ts'
import { aCard } from './cards.ts'

const address = { attention: '', street: '1 Harbour Lane', city: 'Portland', state: 'ME', country: 'US', zip: '04101', fax: '' }

export const aCustomer = (of: Partial<Customer> = {}): Customer => ({
  first_name: 'Ada',
  last_name: 'Winter',
  display_name: 'Ada Winter',
  email: 'ada@example.com',
  company_name: 'Winter & Daughters',
  phone: '(207) 555-0101',
  mobile: '(207) 555-0102',
  billing_address: address,
  shipping_address: address,
  ...of,
})

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
