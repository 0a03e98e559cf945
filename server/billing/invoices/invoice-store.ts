import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { invoices, receiptNumbers, type InvoiceRow } from '../tables.ts'

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

/** When the months began that were paid one after the other until then; null where none ends there. */
export async function findMonthsBegan(db: Db, subjectId: string, until: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ began: string | null }>(sql`
    with recursive month as (
      select period_starts_at as began from invoice
      where subject_id = ${subjectId} and provider = 'embedded' and period_ends_at = ${until.toISOString()}::timestamptz
      union
      select i.period_starts_at from invoice i join month on i.period_ends_at = month.began
      where i.subject_id = ${subjectId} and i.provider = 'embedded')
    select min(began) as began from month`)
  const began = rows[0]?.began
  return began ? new Date(began) : null
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
