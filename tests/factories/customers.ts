import type { Customer } from '#contract/billing/billing.ts'

const somewhere = {
  attention: '',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'ME',
  country: 'United States',
  zip: '04101',
  fax: '',
}

/** A paying customer with all fields; a test passes only what matters to it. */
export const aCustomer = (options: Partial<Customer> = {}): Customer => ({
  first_name: 'Ada',
  last_name: 'Winter',
  display_name: 'Ada Winter',
  email: 'ada@example.com',
  company_name: 'Winter & Daughters',
  phone: '(207) 555-0101',
  mobile: '(207) 555-0102',
  billing_address: somewhere,
  shipping_address: somewhere,
  ...options,
})
