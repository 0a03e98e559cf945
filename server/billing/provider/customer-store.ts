import { eq, inArray } from 'drizzle-orm'
import type { Customer } from '#contract/billing/billing.ts'
import { lockCard } from '#server/database/card-directories.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { billingCustomers, customersToErase, type BillingCustomer } from '../tables.ts'

const { subjectId: ofSubject } = billingCustomers

export async function findCustomer(db: Db, subjectId: string): Promise<BillingCustomer | null> {
  const [row] = await db.select().from(billingCustomers).where(eq(ofSubject, subjectId))
  return row ?? null
}

export async function listCustomers(db: Db, subjectIds: readonly string[]): Promise<BillingCustomer[]> {
  if (subjectIds.length === 0) return []
  return db
    .select()
    .from(billingCustomers)
    .where(inArray(ofSubject, [...subjectIds]))
}

/** Saves the billing details and leaves the provider’s customer id. */
export async function upsertCustomer(tx: Db, subjectId: string, customer: Customer): Promise<void> {
  if (!(await lockCard(tx, subjectId))) throw problem('card-not-found')
  const row = columnsOf(customer)
  await tx
    .insert(billingCustomers)
    .values({ subjectId, ...row })
    .onConflictDoUpdate({ target: billingCustomers.subjectId, set: row })
}

/** Saves the provider’s customer id. False if the card was deleted meanwhile; the customer is then erased at the provider. */
export async function setCustomerId(db: Db, subjectId: string, at: { provider: string; customerId: string }): Promise<boolean> {
  const updated = await db.update(billingCustomers).set(at).where(eq(ofSubject, subjectId)).returning({ id: ofSubject })
  if (updated.length === 0) await db.insert(customersToErase).values(at).onConflictDoNothing()
  return updated.length > 0
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
