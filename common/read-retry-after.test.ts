import { expect, test } from 'vitest'
import { readRetryAfter } from './read-retry-after.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')

test.each([
  ['17', 17],
  [' 0 ', 0],
  ['604800', 86_400],
  ['Mon, 01 Jun 2026 12:01:30 GMT', 90],
  ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ['Mon, 08 Jun 2026 12:00:00 GMT', 86_400],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j is %j seconds', (value, seconds) => {
  expect(readRetryAfter(value, nowMs)).toBe(seconds)
})

test('without the sender’s time a date says nothing', () => {
  expect(readRetryAfter('Mon, 01 Jun 2026 12:01:30 GMT', Number.NaN)).toBeNull()
})
