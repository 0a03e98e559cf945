import { describe, expect, test } from 'vitest'
import { placeBubble } from './place-bubble.ts'

const phone = { width: 390, height: 844 }
const bubble = { width: 360, height: 180 }

describe('TOUR-1 the position of the bubble', () => {
  test('is below the target, with a centered pointer', () => {
    expect(placeBubble({ x: 330, y: 10, width: 44, height: 44 }, bubble, phone)).toEqual({ x: 18, y: 72, side: 'below', pointerX: 332 })
  })

  test('is above if it does not fit below', () => {
    expect(placeBubble({ x: 20, y: 780, width: 60, height: 50 }, bubble, phone)).toEqual({ x: 12, y: 582, side: 'above', pointerX: 38 })
  })

  test('keeps its pointer away from the corners', () => {
    expect(placeBubble({ x: 380, y: 10, width: 10, height: 10 }, bubble, phone).pointerX).toBe(332)
    expect(placeBubble({ x: 0, y: 10, width: 4, height: 10 }, bubble, phone).pointerX).toBe(28)
  })

  test('is centered if neither side fits, or without a target', () => {
    expect(placeBubble({ x: 0, y: 60, width: 390, height: 700 }, bubble, phone)).toMatchObject({ x: 15, y: 332, side: 'middle' })
    expect(placeBubble(null, bubble, phone).side).toBe('middle')
  })

  test('shows its top on a screen that is too low', () => {
    expect(placeBubble(null, bubble, { width: 390, height: 120 }).y).toBe(12)
  })
})
