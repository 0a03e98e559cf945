import { expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'

test('a text is cut between letters, never through one', () => {
  expect(beginningOf('Ada 👩', 5)).toBe('Ada ')
  expect(beginningOf('Ada 👩', 6)).toBe('Ada 👩')
  expect(beginningOf('Ada', 5)).toBe('Ada')
})
