import { describe, expect, test } from 'vitest'
import { areaPath, smoothPath } from './line-path.ts'
import { namedOf, nearestOf, plotOf, plotPx, steppedBy } from './plot.ts'
import { roundTicks } from './plot.ts'

describe('the axis', () => {
  test.each([
    [0, [0, 1, 2, 3, 4]],
    [1, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 3, 6, 9]],
    [96, [0, 25, 50, 75, 100]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 30, 60, 90, 120]],
    [1375, [0, 400, 800, 1200, 1600]],
    [9_000_000, [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
  ])('up to %d has ticks at %j', (highest, ticks) => {
    expect(roundTicks(highest)).toEqual(ticks)
  })

  test('has four or five whole ticks up to at least the maximum', () => {
    for (let highest = 0; highest < 3000; highest++) {
      const ticks = roundTicks(highest)
      expect(ticks.length, `${highest}`).toBeGreaterThanOrEqual(4)
      expect(ticks.length, `${highest}`).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }
  })
})

describe('the line', () => {
  test('goes through every point, level at each, and its area ends at the floor', () => {
    const points = [
      { x: 0, y: 10 },
      { x: 10, y: 0 },
      { x: 20, y: 5 },
    ]
    expect(smoothPath(points)).toBe('M0 10C5 10 5 0 10 0C15 0 15 5 20 5')
    expect(areaPath(points, 10)).toBe(`${smoothPath(points)}L20 10 0 10z`)
    expect(smoothPath([]) + areaPath([], 10)).toBe('')
  })

  test('spans from first to last day and from zero to the top tick', () => {
    const { now, before, ticks } = plotOf([
      { value: 0, before: 100 },
      { value: 50, before: 0 },
      { value: 100, before: 0 },
    ])
    expect(now).toEqual([
      { x: 0, y: plotPx.height },
      { x: 500, y: plotPx.height / 2 },
      { x: 1000, y: 0 },
    ])
    expect(before[0]).toEqual({ x: 0, y: 0 })
    expect(ticks.at(-1)).toEqual({ value: 100, y: 0 })
  })
})

describe('a point', () => {
  test('has a label each day of a week, and each week of a month', () => {
    expect(namedOf(7)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(namedOf(30)).toEqual([0, 7, 14, 21, 29])
  })

  test('is the nearest to the pointer, and never one outside', () => {
    expect([-0.2, 0, 0.24, 0.9, 3].map((part) => nearestOf(part, 5))).toEqual([0, 0, 1, 4, 4])
  })

  test('is reached by keys, from the newest, stopping at both ends', () => {
    expect(steppedBy('ArrowLeft', null, 30)).toBe(29)
    expect(steppedBy('ArrowLeft', 29, 30)).toBe(28)
    expect(steppedBy('ArrowRight', 29, 30)).toBe(29)
    expect(steppedBy('PageDown', 3, 30)).toBe(0)
    expect(steppedBy('Home', null, 30)).toBe(0)
    expect(steppedBy('End', 4, 30)).toBe(29)
    expect(steppedBy('Tab', 4, 30)).toBeNull()
  })
})
