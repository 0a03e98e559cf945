import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test.each([
  ['en', 1500, 'USD', '15 USD'],
  ['en', 1490, 'USD', '14.90 USD'],
  ['en', 150_000, 'USD', '1,500 USD'],
  ['fr-FR', 1490, 'EUR', '14,90 EUR'],
  ['fr-CA', 1500, 'CAD', '15 CAD'],
  ['ro', 1490, 'RON', '14,90 RON'],
  ['en', 1500, 'JPY', '1,500 JPY'],
  ['en', 1505, 'KWD', '1.505 KWD'],
  ['fr-FR', -500, 'EUR', '-5 EUR'],
] as const)('in %s %i minor units of %s are %s', (language, amount, currency, expected) => {
  expect(formatMoney(language, { amount, currency }).replace('\u00a0', ' ')).toBe(expected)
})
