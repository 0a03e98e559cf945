import { describe, expect, test } from 'vitest'
import { placeBubble } from './place-bubble.ts'

const phone = { width: 390, height: 844 }
const bubble = { width: 360, height: 180 }

describe('TOUR-1 where the bubble stands', () => {
  test('below what it speaks of, its pointer in the middle of that', () => {
    expect(placeBubble({ x: 330, y: 10, width: 44, height: 44 }, bubble, phone)).toEqual({ x: 18, y: 72, side: 'below', pointerX: 332 })
  })

  test('above where there is no room below', () => {
    expect(placeBubble({ x: 20, y: 780, width: 60, height: 50 }, bubble, phone)).toEqual({ x: 12, y: 582, side: 'above', pointerX: 38 })
  })

  test('its pointer never leaves it by a corner', () => {
    expect(placeBubble({ x: 380, y: 10, width: 10, height: 10 }, bubble, phone).pointerX).toBe(332)
    expect(placeBubble({ x: 0, y: 10, width: 4, height: 10 }, bubble, phone).pointerX).toBe(28)
  })

  test('in the middle where neither side has room, or there is nothing to speak of', () => {
    expect(placeBubble({ x: 0, y: 60, width: 390, height: 700 }, bubble, phone)).toMatchObject({ x: 15, y: 332, side: 'middle' })
    expect(placeBubble(null, bubble, phone).side).toBe('middle')
  })

  test('on a screen too low for it, its beginning is what is seen', () => {
    expect(placeBubble(null, bubble, { width: 390, height: 120 }).y).toBe(12)
  })
})
