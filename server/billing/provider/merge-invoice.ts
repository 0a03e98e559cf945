import type { ProviderInvoice } from '#server/integrations/billing.ts'
import type { InvoiceRow } from '../tables.ts'

const ranks = { open: 0, uncollectible: 1, void: 2, paid: 3 } as const

/**
 * An invoice only goes forward, and what was given back only grows: told twice or in any order, it ends the same. Of two that are as far,
 * the later told goes; in the same second any rule will do that is always the same.
 */
export function mergeInvoice(one: InvoiceRow | undefined, other: InvoiceRow): InvoiceRow {
  if (!one) return other
  const further = compare(one, other) < 0 ? other : one
  return { ...further, refunded: Math.min(Math.max(one.refunded, other.refunded), further.amount), customer: one.customer }
}

function compare(a: InvoiceRow, b: InvoiceRow): number {
  return ranks[a.state] - ranks[b.state] || a.toldAt.getTime() - b.toldAt.getTime() || (wordsOf(a) < wordsOf(b) ? -1 : 1)
}

export function isSameInvoice(a: InvoiceRow, b: InvoiceRow): boolean {
  return a.refunded === b.refunded && wordsOf(a) === wordsOf(b)
}

function wordsOf({ number, state, planCode, amount, currency, issuedAt, periodStartsAt, periodEndsAt, url }: InvoiceRow): string {
  return JSON.stringify([number, state, planCode, amount, currency, issuedAt, periodStartsAt, periodEndsAt, url])
}

type Whose = { subjectId: string; provider: string; toldAt: Date }

/** Null: what is charged there is nothing of ours. */
export function invoiceRowOf(told: ProviderInvoice, { subjectId, provider, toldAt }: Whose): InvoiceRow | null {
  const { id, number, state, planCode, amount, refunded, currency, issuedAt, from, until, url } = told
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
    toldAt,
  }
}
