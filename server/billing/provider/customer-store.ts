import { eq, inArray } from 'drizzle-orm'
import type { Customer } from '#contract/billing/billing.ts'
import { constraintOf } from '#server/database/constraint-of.ts'
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

/** What was typed. Whom a provider knows it as stays. */
export async function putCustomer(tx: Db, subjectId: string, customer: Customer): Promise<void> {
  const row = columnsOf(customer)
  await tx
    .insert(billingCustomers)
    .values({ subjectId, ...row })
    .onConflictDoUpdate({ target: billingCustomers.subjectId, set: row })
    .catch((error: unknown) => {
      throw constraintOf(error) === 'billing_customer_subject_id_fkey' ? problem('card-not-found') : error
    })
}

/** Whom a provider knows it as from now on. Where the card went meanwhile, the provider has to forget them again: then it is false. */
export async function putCustomerId(db: Db, subjectId: string, at: { provider: string; customerId: string }): Promise<boolean> {
  const kept = await db.update(billingCustomers).set(at).where(eq(ofSubject, subjectId)).returning({ id: ofSubject })
  if (kept.length === 0) await db.insert(customersToErase).values(at).onConflictDoNothing()
  return kept.length > 0
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
