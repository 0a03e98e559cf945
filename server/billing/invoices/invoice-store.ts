import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { invoices, receiptNumbers, type InvoiceRow } from '../tables.ts'

const { subjectId: ofSubject, id: invoiceId, issuedAt } = invoices

export const listInvoices = (db: Db, subjectId: string, limit = 500): Promise<InvoiceRow[]> =>
  db.select().from(invoices).where(eq(ofSubject, subjectId)).orderBy(desc(issuedAt), desc(invoiceId)).limit(limit)

export async function findInvoice(db: Db, subjectId: string, id: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(ofSubject, subjectId), eq(invoiceId, id)))
  return row ?? null
}

export async function insertInvoice(tx: Db, row: typeof invoices.$inferInsert): Promise<void> {
  await tx.insert(invoices).values(row)
}

export async function setRefunded(tx: Db, { subjectId, id }: InvoiceRow, refunded: number): Promise<void> {
  await tx
    .update(invoices)
    .set({ refunded })
    .where(and(eq(ofSubject, subjectId), eq(invoiceId, id)))
}

/** The start of the consecutive paid months that end at `until`; null if no paid month ends there. */
export async function findFirstMonthStart(db: Db, subjectId: string, until: Date): Promise<Date | null> {
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

/** The next number, without gaps: the row stays locked until this transaction ends. */
export async function nextReceiptNumber(tx: Db, year: number): Promise<string> {
  const [row] = await tx
    .insert(receiptNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning()
  return `${year}-${String(row?.last ?? 0).padStart(6, '0')}`
}
