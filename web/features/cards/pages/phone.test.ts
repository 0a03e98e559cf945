import { expect, test } from 'vitest'
import { dialable, readablePhone, smsHref } from './phone.ts'

test.each([
  ['(207) 555-0142', '+12075550142'],
  ['207.555.0142', '+12075550142'],
  ['1 207 555 0142', '+12075550142'],
  ['+40 21 555 0142', '+40215550142'],
  ['0033 1 55 50 14 20', '+33155501420'],
  ['207-555-0142 ext. 12', '+12075550142;ext=12'],
  ['207-555-0142 x12', '+12075550142;ext=12'],
  ['911', '911'],
])('%j is dialed as %s', (typed, number) => {
  expect(dialable(typed)).toBe(number)
})

test.each(['', 'call me', '12', '1'.repeat(40)])('%j is no number', (typed) => {
  expect(dialable(typed)).toBeNull()
})

test('a message goes to the number without its extension', () => {
  expect(smsHref('+12075550142;ext=12')).toBe('sms:+12075550142')
})

test('formats bare digits, and keeps anything else as typed', () => {
  expect(readablePhone('2075550142')).toBe('(207) 555-0142')
  expect(readablePhone('+12075550142')).toBe('(207) 555-0142')
  expect(readablePhone('207.555.0142')).toBe('207.555.0142')
})
