import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test.each([
  ['en', 1500, 'USD', '$15'],
  ['en', 1490, 'USD', '$14.90'],
  ['en', 150_000, 'USD', '$1,500'],
  ['fr-FR', 1490, 'EUR', '14,90 €'],
  ['fr-FR', 1500, 'USD', '15 $US'],
  ['fr-CA', 1500, 'CAD', '15 $'],
  ['ro', 1490, 'RON', '14,90 RON'],
  ['en', 1500, 'JPY', '¥1,500'],
  ['en', 1505, 'KWD', 'KWD 1.505'],
  ['fr-FR', -500, 'EUR', '-5 €'],
] as const)('in %s %i minor units of %s are %s', (language, amount, currency, expected) => {
  expect(formatMoney(language, { amount, currency }).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(expected)
})
