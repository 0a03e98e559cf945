import { expect, test } from 'vitest'
import { translatorFor } from '../../i18n/use-translate.ts'
import { sayPaymentCard } from './say-payment-card.ts'

test.each([
  ['a card', { brand: 'visa', last4: '4242', expires: '2034-08' }, 'Visa ending in 4242, expires 2034-08'],
  ['one without an end', { brand: 'visa', last4: '4242', expires: '9999-12' }, 'Visa ending in 4242'],
  ['a wallet', { brand: 'link', last4: '', expires: '9999-12' }, 'Link'],
])('SUB-3 %s is called by what it has', (_, card, said) => {
  expect(sayPaymentCard(card, translatorFor('en'), (expires) => expires)).toBe(said)
})
