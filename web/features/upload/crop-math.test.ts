import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { spellCrop } from '#contract/media/upload-limits.ts'
import { cropOf, clampView, isWhole, maxZoom, panView, viewOf, zoomView, type View } from './crop-math.ts'
import { cropsOf } from './crops.ts'
import { withoutBorder } from './crops.ts'

const wide = { width: 3000, height: 2000 }
const middle: View = { x: 0.5, y: 0.5, zoom: 1 }
const sizes = fc.record({ width: fc.integer({ min: 16, max: 8000 }), height: fc.integer({ min: 16, max: 5000 }) })
const shapes = fc.constantFrom(1, 2.7, 0.5, 4)
const moves = fc.array(
  fc.oneof(
    fc.record({ x: fc.double({ min: -900, max: 900, noNaN: true }), y: fc.double({ min: -900, max: 900, noNaN: true }) }),
    fc.double({ min: 0.1, max: 9, noNaN: true }),
  ),
  { maxLength: 20 },
)

describe('ACCOUNT-2 the crop of a picture', () => {
  test('stays inside the picture and keeps its shape', () => {
    fc.assert(
      fc.property(sizes, shapes, moves, (size, aspect, all) => {
        const view = all.reduce<View>(
          (before, move) =>
            typeof move === 'number' ? zoomView(before, move, { x: 0.2, y: -0.1 }, size, aspect) : panView(before, move, 300, size, aspect),
          clampView(middle, size, aspect),
        )
        const { x, y, width, height } = cropOf(view, size, aspect)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9)
        expect((width * size.width) / (height * size.height)).toBeCloseTo(aspect, 5)
        const [left = 0, top = 0, across = 0, down = 0] = spellCrop({ x, y, width, height }).split(',').map(Number)
        expect(Math.max(left + across, top + down)).toBeLessThanOrEqual(1.00001)
      }),
    )
  })

  test('a square of a wide picture is as high as the picture', () => {
    expect(cropOf(middle, wide, 1)).toEqual({ x: expect.closeTo(1 / 6), y: 0, width: expect.closeTo(2 / 3), height: 1 })
  })

  test('the picture follows the finger', () => {
    const near = { ...middle, zoom: 2 }
    const { x, y } = panView(near, { x: 100, y: -50 }, 200, wide, 1)
    // Dragging the picture right moves the crop left.
    expect([x, y]).toEqual([expect.closeTo(0.5 - 500 / 3000), expect.closeTo(0.5 + 250 / 2000)])
  })

  test('zooming keeps the point under the finger', () => {
    const under = (view: View) => {
      const crop = cropOf(view, wide, 1)
      return [crop.x + crop.width * 0.7, crop.y + crop.height * 0.4]
    }
    const before = clampView({ ...middle, zoom: 2 }, wide, 1)
    const [x = 0, y = 0] = under(zoomView(before, 1.7, { x: 0.2, y: -0.1 }, wide, 1))
    expect([x, y]).toEqual(under(before).map((share) => expect.closeTo(share, 6)))
  })

  test('a small picture is not enlarged', () => {
    expect(maxZoom({ width: 120, height: 90 }, 1)).toBe(1)
    expect(maxZoom({ width: 6000, height: 4000 }, 1)).toBe(8)
  })

  test('a known crop is restored', () => {
    const crop = { x: 0.1, y: 0.2, width: 0.3, height: 0.5 }
    const { view, aspect } = viewOf(crop, wide)
    expect(cropOf(view, wide, aspect)).toEqual({
      x: expect.closeTo(0.1),
      y: expect.closeTo(0.2),
      width: expect.closeTo(0.3),
      height: expect.closeTo(0.5),
    })
  })
})

describe('the border of a logo', () => {
  const paper = (width: number, height: number, ground: number[], mark?: { left: number; top: number; side: number }) => {
    const data = new Uint8ClampedArray(width * height * 4)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const isMark = mark && x >= mark.left && x < mark.left + mark.side && y >= mark.top && y < mark.top + mark.side
        data.set(isMark ? [10, 60, 40, 255] : ground, (y * width + x) * 4)
      }
    return { data, width, height }
  }

  test.each([
    ['white', [255, 255, 255, 255]],
    ['see-through', [0, 0, 0, 0]],
  ])('that is %s is removed, except for a small margin', (_, ground) => {
    expect(withoutBorder(paper(100, 50, ground, { left: 40, top: 10, side: 20 }))).toEqual({
      x: 0.38,
      y: expect.closeTo(8 / 50),
      width: expect.closeTo(0.24),
      height: expect.closeTo(24 / 50),
    })
  })

  test('is ignored if there is none, or nothing else', () => {
    expect(withoutBorder(paper(60, 60, [255, 255, 255, 255]))).toBeNull()
    expect(withoutBorder(paper(60, 60, [255, 255, 255, 255], { left: 1, top: 1, side: 59 }))).toBeNull()
  })
})

describe('the shapes', () => {
  test('a portrait is square, a background is wide, and a logo keeps its shape', () => {
    expect(cropsOf('profile', wide, () => null).map(({ aspect }) => aspect)).toEqual([1])
    expect(cropsOf('background', wide, () => null)[0].aspect).toBeCloseTo(2.7)
    const logo = cropsOf('logo', wide, () => null)
    expect(logo.map(({ name }) => name)).toEqual(['whole', 'square'])
    expect(isWhole(cropOf(logo[0].view, wide, logo[0].aspect))).toBe(true)
  })

  test('a tall portrait is cropped at the top, where the face is', () => {
    const tall = { width: 1000, height: 2000 }
    const { view, aspect } = cropsOf('profile', tall, () => null)[0]
    expect(cropOf(view, tall, aspect).y).toBeLessThan(0.25)
  })
})
