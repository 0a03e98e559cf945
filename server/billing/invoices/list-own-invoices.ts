import type { Invoice } from '#contract/billing/billing.ts'
import type { Db } from '#server/database/database.ts'
import { listInvoices } from './invoice-store.ts'
import { presentInvoice } from './present-invoice.ts'

/** What was charged for a card, newest first. */
export async function listOwnInvoices({ db }: { db: Db }, card: { id: string; alias: string }): Promise<Invoice[]> {
  return (await listInvoices(db, card.id)).map((row) => presentInvoice(row, card.alias))
}
