import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { pointOf, tilePx, tilesAround, tileSrc } from './world.ts'

describe('Web Mercator', () => {
  test('CNT-2 projects a known place as web maps do', () => {
    const { x, y } = pointOf({ lat: 51.5007, lng: -0.1246 }, 16)
    expect([Math.floor(x / tilePx), Math.floor(y / tilePx)]).toEqual([32745, 21794])
  })

  test('CNT-2 tiles cover the window without gaps, anywhere', () => {
    const spot = fc.record({ lat: fc.double({ min: -60, max: 60, noNaN: true }), lng: fc.double({ min: -180, max: 180, noNaN: true }) })
    fc.assert(
      fc.property(spot, fc.integer({ min: 3, max: 19 }), fc.integer({ min: 200, max: 1400 }), (place, zoom, width) => {
        const tiles = tilesAround(pointOf(place, zoom), { width, height: 400 }, zoom)
        const lefts = [...new Set(tiles.map(({ left }) => left))].toSorted((a, b) => a - b)
        expect(lefts[0]).toBeLessThanOrEqual(0)
        expect((lefts.at(-1) ?? 0) + tilePx).toBeGreaterThanOrEqual(width)
        for (const [place2, left] of lefts.slice(1).entries()) expect(left - (lefts[place2] ?? 0)).toBeLessThanOrEqual(tilePx + 1)
        for (const { x, y } of tiles) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThan(2 ** zoom)
          expect(y).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('requests a tile by zoom, column and row', () => {
    expect(tileSrc('https://tiles.example/{z}/{x}/{y}.png', { x: 3, y: 5 }, 4)).toBe('https://tiles.example/4/3/5.png')
  })
})
