import { expect, test } from 'vitest'
import { loopPlace } from './my-reviews.tsx'

test.each([
  [0, 1, 2, 1],
  [2, 1, 2, 0],
  [1, -1, 2, 0],
  [0, -1, 2, 2],
  // After the window has grown, the end is already visible.
  [5, 1, 2, 0],
] as const)('DESK-4 the slider loops: from %i by %i of a last %i to %i', (at, by, last, to) => {
  expect(loopPlace(at, by, last)).toBe(to)
})
