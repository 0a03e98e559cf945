import type { Price } from '#contract/billing/billing.ts'
import { fromMinorUnits } from '#contract/currency.ts'
import type { Language } from '#contract/languages.ts'

/** `15 USD`, or `14.90 USD` as the language writes it. The currency code follows the number in every language. */
export function formatMoney(language: Language, { amount, currency }: Price): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const number = format
    .formatToParts(fromMinorUnits(amount, currency))
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('')
  return `${number}\u00a0${currency}`
}
