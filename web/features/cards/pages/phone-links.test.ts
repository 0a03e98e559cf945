import { expect, test } from 'vitest'
import { formatPhone, isPhone } from '#common/text/phone.ts'
import { dialable, readablePhone, smsHref } from './phone-links.ts'

test.each([
  ['(207) 555-0142', '+12075550142'],
  ['207.555.0142', '+12075550142'],
  ['1 207 555 0142', '+12075550142'],
  ['+40 21 555 0142', '+40215550142'],
  ['0033 1 55 50 14 20', '+33155501420'],
  ['207-555-0142 ext. 12', '+12075550142;ext=12'],
  ['207-555-0142 x12', '+12075550142;ext=12'],
  ['911', '911'],
  ['06 12 34 56 78', '0612345678'],
  ['207-555-HOME', '+12075554663'],
  ['(800) FLOWERS', '+18003569377'],
  ['1-800-MATTRESS', '+18006288737'],
  ['800-4MY-XBOX x12', '+18004699269;ext=12'],
  ['555-HOME', '5554663'],
  ['207 555 0142 mobile', '+12075550142'],
])('%j is dialed as %s', (typed, number) => {
  expect(dialable(typed)).toBe(number)
})

test.each(['', 'call me', '12', '1'.repeat(40)])('%j is no number', (typed) => {
  expect(dialable(typed)).toBeNull()
})

test('a message goes to the number without its extension', () => {
  expect(smsHref('+12075550142;ext=12')).toBe('sms:+12075550142')
})

test.each([
  ['2075550142', '(207) 555-0142'],
  ['12075550142', '(207) 555-0142'],
  [' 207 555 0142 ', '(207) 555-0142'],
  ['207.555.0142', '(207) 555-0142'],
  ['1-207-555-0142', '(207) 555-0142'],
  ['(207)555-0142', '(207) 555-0142'],
  ['207 555 0142 x12', '(207) 555-0142 x12'],
  ['2075550142,12', '(207) 555-0142,12'],
])('%j is formatted as %s', (typed, formatted) => {
  expect(formatPhone(typed)).toBe(formatted)
})

test.each([
  '+1 207 555 0142',
  '+40 21 555 0142',
  '06 12 34 56 78',
  '0612345678',
  '555-0142',
  '1234567890',
  '207 555 0142 / 0143',
  '207-555-HOME',
  'abc',
])('%j stays as typed', (typed) => {
  expect(formatPhone(typed)).toBe(typed)
})

test.each(['555 0142', '(207) 555-0142 x12345', '+40 21 555 0142', '207-555-HOME', '1'.repeat(15)])('%j can be a phone number', (typed) => {
  expect(isPhone(typed)).toBe(true)
})

test.each(['', 'abc', 'not a phone at all!!!', 'call me', '123456', '12 x 34567', '1'.repeat(16), '١٢٣٤٥٦٧'])('%j cannot', (typed) => {
  expect(isPhone(typed)).toBe(false)
})

test('a card shows a bare number without its +1', () => {
  expect(readablePhone('+12075550142')).toBe('(207) 555-0142')
})
