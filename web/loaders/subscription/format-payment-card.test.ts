import { expect, test } from 'vitest'
import { translatorFor } from '../../i18n/use-translate.ts'
import { formatPaymentCard } from './format-payment-card.ts'

test.each([
  ['a card', { brand: 'visa', last4: '4242', expires: '2034-08' }, 'Visa ending in 4242, expires 2034-08'],
  ['one without an end', { brand: 'visa', last4: '4242', expires: '9999-12' }, 'Visa ending in 4242'],
  ['a wallet', { brand: 'link', last4: '', expires: '9999-12' }, 'Link'],
])('SUB-3 formats %s from the known parts', (_, card, text) => {
  expect(formatPaymentCard(card, translatorFor('en'), (expires) => expires)).toBe(text)
})
