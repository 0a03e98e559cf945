import type { Price } from '#contract/billing/billing.ts'
import { fromMinorUnits } from '#common/text/currency.ts'
import type { Language } from '#contract/languages.ts'

/** `$15`, or `$14.90`, as the language writes it. */
export const formatMoney = (language: Language, { amount, currency }: Price): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    fromMinorUnits(amount, currency),
  )
