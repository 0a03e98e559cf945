import { eq, inArray } from 'drizzle-orm'
import type { Customer } from '#contract/billing.ts'
import type { Db } from '#server/db/database.ts'
import { billingCustomers, type BillingCustomer } from './tables.ts'

export async function findCustomer(db: Db, subjectId: string): Promise<BillingCustomer | null> {
  const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.subjectId, subjectId))
  return row ?? null
}

export async function listCustomers(db: Db, subjectIds: readonly string[]): Promise<BillingCustomer[]> {
  if (subjectIds.length === 0) return []
  return db
    .select()
    .from(billingCustomers)
    .where(inArray(billingCustomers.subjectId, [...subjectIds]))
}

/** What was typed. Whom a provider knows it as stays. */
export async function putCustomer(tx: Db, subjectId: string, customer: Customer): Promise<void> {
  const row = columnsOf(customer)
  await tx
    .insert(billingCustomers)
    .values({ subjectId, ...row })
    .onConflictDoUpdate({ target: billingCustomers.subjectId, set: row })
}

export async function putCustomerId(tx: Db, subjectId: string, at: { provider: string; customerId: string }): Promise<void> {
  await tx.update(billingCustomers).set(at).where(eq(billingCustomers.subjectId, subjectId))
}

const columnsOf = (customer: Customer) => ({
  firstName: customer.first_name,
  lastName: customer.last_name,
  displayName: customer.display_name,
  email: customer.email,
  companyName: customer.company_name,
  phone: customer.phone,
  mobile: customer.mobile,
  billingAddress: customer.billing_address,
  shippingAddress: customer.shipping_address,
})
