import { expect, test } from 'vitest'
import { scaleOf } from './framed-card.tsx'

test.each([
  [390, 0.8231, 520],
  [390, 0.8231, 521],
  [1440, 0.337, 493],
])('a screen, %i wide, begins and ends on a whole pixel', (width, scale, place) => {
  const scaled = width * scaleOf(width, scale, place)
  const start = (place - scaled) / 2
  expect([scaled, start].map((one) => Math.abs(one - Math.round(one)) < 1e-6)).toEqual([true, true])
  expect(width * scale - scaled).toBeLessThan(2)
})
