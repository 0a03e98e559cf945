import { expect, test } from 'vitest'
import { moved } from './sort-list.tsx'

const list = ['a', 'b', 'c', 'd']

test.each([
  [0, 3, 'bcda'],
  [3, 0, 'dabc'],
  [1, 2, 'acbd'],
  [2, 2, 'abcd'],
])('ACCOUNT-2 moves the item at %i to %i', (from, to, order) => {
  expect(moved(list, from, to).join('')).toBe(order)
  expect(list.join(''), 'as it was').toBe('abcd')
})
