import { expect, test } from 'vitest'
import { placeUnder } from './use-drag-order.ts'

const middles = [10, 30, 50, 70]

test.each([
  ['above all', 2, -5, 0],
  ['below all', 1, 500, 3],
  ['on itself', 1, 33, 1],
  ['half over the next', 0, 29, 0],
  ['past the middle of the next', 0, 31, 1],
  ['past the middle of the one before', 3, 45, 2],
])('ACCOUNT-2 an item dropped %s moves there', (_, from, y, place) => {
  expect(placeUnder(middles, from, y)).toBe(place)
})
