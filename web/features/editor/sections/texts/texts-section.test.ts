import { expect, test } from 'vitest'
import { smsParts } from './texts-section.tsx'

test.each([
  ['', 1, 160],
  ['a'.repeat(160), 1, 0],
  ['a'.repeat(161), 2, 145],
  ['ș'.repeat(70), 1, 0],
  ['ș'.repeat(71), 2, 63],
  ['Hello, Zoë', 1, 60],
])('ACCOUNT-2 %j fits %i message(s) with %i characters left', (text, count, left) => {
  expect(smsParts(text)).toEqual({ count, left })
})
