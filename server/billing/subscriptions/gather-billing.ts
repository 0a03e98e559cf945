import type { ArchivedBilling } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { listInvoices } from '../invoices/invoice-store.ts'
import { listOrders } from '../orders/order-store.ts'
import { presentCustomer } from './present-customer.ts'
import { findSubscription } from './subscription-store.ts'

const rowsMax = 2000

/** The billing data of a card for an owner’s data export. */
export async function gatherBilling(db: Db, subjectId: string): Promise<ArchivedBilling> {
  const [customer, row, orders, invoices] = await Promise.all([
    findCustomer(db, subjectId),
    findSubscription(db, subjectId),
    listOrders(db, subjectId, rowsMax),
    listInvoices(db, subjectId, rowsMax),
  ])
  return {
    customer: customer && presentCustomer(customer),
    subscription: row && {
      plan: row.planCode,
      state: row.state,
      trialEndsAt: moment(row.trialEndsAt),
      paidUntil: moment(row.paidUntil),
      cancelAt: moment(row.cancelAt),
      provider: row.provider,
    },
    orders: orders.map(({ planCode, state, createdAt }) => ({ plan: planCode, state, at: createdAt.toISOString() })),
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      at: invoice.issuedAt.toISOString(),
      state: invoice.state,
      plan: invoice.planCode,
      amount: invoice.amount,
      refunded: invoice.refunded,
      currency: invoice.currency,
      from: moment(invoice.periodStartsAt),
      until: moment(invoice.periodEndsAt),
      url: invoice.url,
      customer: invoice.customer,
    })),
  }
}

const moment = (at: Date | null) => at?.toISOString() ?? null
