import type { ProviderInvoice } from '#server/integrations/billing.ts'
import type { InvoiceRow } from '../tables.ts'

const ranks = { open: 0, uncollectible: 1, void: 2, paid: 3 } as const

/**
 * Merging is commutative and idempotent: an invoice’s state only moves forward and its refunds only grow, so order and repetition do not
 * matter. In the same state the later report wins; in the same second a fixed order decides.
 */
export function mergeInvoice(one: InvoiceRow | undefined, other: InvoiceRow): InvoiceRow {
  if (!one) return other
  const newer = compare(one, other) < 0 ? other : one
  return { ...newer, refunded: Math.min(Math.max(one.refunded, other.refunded), newer.amount), customer: one.customer }
}

function compare(a: InvoiceRow, b: InvoiceRow): number {
  return ranks[a.state] - ranks[b.state] || a.reportedAt.getTime() - b.reportedAt.getTime() || (fingerprint(a) < fingerprint(b) ? -1 : 1)
}

export function isSameInvoice(a: InvoiceRow, b: InvoiceRow): boolean {
  return a.refunded === b.refunded && fingerprint(a) === fingerprint(b)
}

function fingerprint({ number, state, planCode, amount, currency, issuedAt, periodStartsAt, periodEndsAt, url }: InvoiceRow): string {
  return JSON.stringify([number, state, planCode, amount, currency, issuedAt, periodStartsAt, periodEndsAt, url])
}

type Owner = { subjectId: string; provider: string; reportedAt: Date }

/** Null: the invoice is for none of our plans. */
export function invoiceRowOf(invoice: ProviderInvoice, { subjectId, provider, reportedAt }: Owner): InvoiceRow | null {
  const { id, number, state, planCode, amount, refunded, currency, issuedAt, from, until, url } = invoice
  if (planCode === null) return null
  return {
    subjectId,
    id,
    provider,
    number,
    state,
    planCode,
    amount,
    refunded: Math.min(refunded, amount),
    currency: currency.toUpperCase(),
    issuedAt,
    periodStartsAt: from,
    periodEndsAt: until,
    url,
    customer: null,
    reportedAt,
  }
}
