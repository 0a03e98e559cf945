import type { Customer } from '#contract/billing/billing.ts'
import type { BillingCustomer } from '../tables.ts'

export const presentCustomer = (row: BillingCustomer): Customer => ({
  first_name: row.firstName,
  last_name: row.lastName,
  display_name: row.displayName,
  email: row.email,
  company_name: row.companyName,
  phone: row.phone,
  mobile: row.mobile,
  billing_address: row.billingAddress,
  shipping_address: row.shippingAddress,
})
