import type Stripe from 'stripe'
import type { Customer } from '#contract/billing.ts'
import { countryCode } from './country-code.ts'

/**
 * Who pays, in Stripe's words. The shipping address stays here: nothing is shipped, and Stripe would reckon taxes by it. What
 * Stripe would refuse the whole customer for is left out rather than failing the purchase: it asks for it on its own page.
 */
export function describeCustomer(customer: Customer): Stripe.CustomerUpdateParams {
  const { street, city, state, country, zip } = customer.billing_address
  const code = countryCode(country)
  return {
    name: customer.display_name || `${customer.first_name} ${customer.last_name}`,
    email: customer.email,
    phone: customer.phone.length <= 20 ? customer.phone : '',
    address: { line1: street, city, state, postal_code: zip, ...(code ? { country: code } : {}) },
    metadata: { company_name: customer.company_name },
  }
}
