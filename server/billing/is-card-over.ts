import type { PaymentCard } from '#contract/billing.ts'

/** A payment card is good to the end of the month that is printed on it, wherever on earth that ends last. */
export function isCardOver(card: PaymentCard | null, now: Date): boolean {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(card?.expires ?? '') ?? []
  return year !== undefined && month !== undefined && Date.UTC(Number(year), Number(month), 1, 12) <= now.getTime()
}
