import type { PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { ProviderInvoice } from '#server/integrations/billing.ts'
import { invoiceRowOf, isSameInvoice, mergeInvoice } from '../provider/merge-invoice.ts'
import { lockPayers, listInvoicesByKey, upsertInvoices } from '../provider/provider-store.ts'
import type { InvoiceRow } from '../tables.ts'

/** Saves received invoices and returns those whose content changed. The caller has locked the cards. */
export async function saveInvoices(tx: Db, received: readonly InvoiceRow[]): Promise<InvoiceRow[]> {
  const keyOf = ({ subjectId, id }: InvoiceRow) => `${subjectId} ${id}`
  const stored = new Map((await listInvoicesByKey(tx, received)).map((row) => [keyOf(row), row]))
  const merged = new Map<string, InvoiceRow>()
  for (const row of received) merged.set(keyOf(row), mergeInvoice(merged.get(keyOf(row)) ?? stored.get(keyOf(row)), row))
  const updated = [...merged].flatMap(([key, row]) => {
    const before = stored.get(key)
    // An open invoice is saved even if only `reportedAt` changed.
    return before && isSameInvoice(before, row) && (row.state !== 'open' || before.reportedAt >= row.reportedAt) ? [] : { before, row }
  })
  const rows = updated.map(({ row }) => row)
  await upsertInvoices(
    tx,
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  )
  return updated.flatMap(({ before, row }) => (before && isSameInvoice(before, row) ? [] : row))
}

/** The same for invoices fetched from a provider, for any of its customers. */
export async function saveProviderInvoices(
  tx: Db,
  notify: PublishChange,
  provider: string,
  { invoices, at }: { invoices: readonly ProviderInvoice[]; at: Date },
): Promise<InvoiceRow[]> {
  const payers = await lockPayers(tx, provider, [...new Set(invoices.map(({ customerId }) => customerId))])
  const subjectByCustomer = new Map(payers.map(({ customerId, subjectId }) => [customerId, subjectId]))
  const rows = invoices.flatMap((invoice) => {
    const subjectId = subjectByCustomer.get(invoice.customerId)
    return subjectId === undefined ? [] : (invoiceRowOf(invoice, { subjectId, provider, reportedAt: at }) ?? [])
  })
  const changed = await saveInvoices(tx, rows)
  for (const { subjectId } of changed) notify(`card:${subjectId}`)
  return changed
}
