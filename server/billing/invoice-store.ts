import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { invoices, receiptNumbers, type InvoiceRow } from './tables.ts'

const { subjectId: ofSubject, id: invoiceId, issuedAt } = invoices

export const listInvoices = (db: Db, subjectId: string, atMost = 500): Promise<InvoiceRow[]> =>
  db.select().from(invoices).where(eq(ofSubject, subjectId)).orderBy(desc(issuedAt), desc(invoiceId)).limit(atMost)

export async function findInvoice(db: Db, subjectId: string, id: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(ofSubject, subjectId), eq(invoiceId, id)))
  return row ?? null
}

export async function addInvoice(tx: Db, row: typeof invoices.$inferInsert): Promise<void> {
  await tx.insert(invoices).values(row)
}

export async function putRefund(tx: Db, { subjectId, id }: InvoiceRow, refunded: number): Promise<void> {
  await tx
    .update(invoices)
    .set({ refunded })
    .where(and(eq(ofSubject, subjectId), eq(invoiceId, id)))
}

/** The next in a row without gaps: whoever takes one keeps the others waiting until it is kept. */
export async function takeReceiptNumber(tx: Db, year: number): Promise<string> {
  const [row] = await tx
    .insert(receiptNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning()
  return `${year}-${String(row?.last ?? 0).padStart(6, '0')}`
}
