import type { Invoice } from '#contract/billing/billing.ts'
import type { InvoiceRow } from '../tables.ts'

/** Links to this site for own receipts, and to the provider for its invoices. */
export function presentInvoice(row: InvoiceRow, alias: string): Invoice {
  const { id, number, state, amount, refunded, currency } = row
  return {
    id,
    number,
    at: row.issuedAt.toISOString(),
    state,
    amount,
    refunded,
    currency,
    from: row.periodStartsAt?.toISOString() ?? null,
    until: row.periodEndsAt?.toISOString() ?? null,
    url: row.provider === 'embedded' ? `/remote/subscription/me/receipt/${alias}/${encodeURIComponent(id)}` : row.url,
  }
}
