import type { Price } from '#contract/billing/billing.ts'
import { fromCoins } from '#contract/coins.ts'
import type { Language } from '#contract/languages.ts'

/** `15 USD`, and `14.90 USD` as the language writes it: the currency by its three letters, behind the number in every one of them. */
export function formatMoney(language: Language, { amount, currency }: Price): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const number = format
    .formatToParts(fromCoins(amount, currency))
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('')
  return `${number}\u00a0${currency}`
}
