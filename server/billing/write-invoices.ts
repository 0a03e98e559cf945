import type { Db } from '#server/db/database.ts'
import { isSameInvoice, mergeInvoice } from './merge-invoice.ts'
import { listInvoicesById, putInvoices } from './provider-store.ts'
import type { InvoiceRow } from './tables.ts'

/** Writes what was told of some invoices; says which are another now. The cards are held. */
export async function writeInvoices(tx: Db, told: readonly InvoiceRow[]): Promise<InvoiceRow[]> {
  const keyOf = ({ subjectId, id }: InvoiceRow) => `${subjectId} ${id}`
  const kept = new Map((await listInvoicesById(tx, [...new Set(told.map(({ id }) => id))])).map((row) => [keyOf(row), row]))
  const merged = new Map<string, InvoiceRow>()
  for (const row of told) merged.set(keyOf(row), mergeInvoice(merged.get(keyOf(row)) ?? kept.get(keyOf(row)), row))
  const further = [...merged].flatMap(([key, row]) => {
    const before = kept.get(key)
    // Of one that is open still it matters when it was told last.
    return before && isSameInvoice(before, row) && (row.state !== 'open' || before.toldAt >= row.toldAt) ? [] : { before, row }
  })
  const rows = further.map(({ row }) => row)
  await putInvoices(
    tx,
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  )
  return further.flatMap(({ before, row }) => (before && isSameInvoice(before, row) ? [] : row))
}
