import type { Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { ProviderInvoice } from '#server/integrations/billing.ts'
import { invoiceRowOf, isSameInvoice, mergeInvoice } from '../provider/merge-invoice.ts'
import { holdPayers, listInvoicesById, putInvoices } from '../provider/provider-store.ts'
import type { InvoiceRow } from '../tables.ts'

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

/** The same of what was read from a provider, whoever pays it. */
export async function writeInvoicesTold(
  tx: Db,
  tell: Tell,
  provider: string,
  { told, at }: { told: readonly ProviderInvoice[]; at: Date },
): Promise<InvoiceRow[]> {
  const payers = await holdPayers(tx, provider, [...new Set(told.map(({ customerId }) => customerId))])
  const cards = new Map(payers.map(({ customerId, subjectId }) => [customerId, subjectId]))
  const rows = told.flatMap((invoice) => {
    const subjectId = cards.get(invoice.customerId)
    return subjectId === undefined ? [] : (invoiceRowOf(invoice, { subjectId, provider, toldAt: at }) ?? [])
  })
  const changed = await writeInvoices(tx, rows)
  for (const { subjectId } of changed) tell(`card:${subjectId}`)
  return changed
}
