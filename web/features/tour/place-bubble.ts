export type Box = { x: number; y: number; width: number; height: number }
type Size = { width: number; height: number }

/** Where a bubble stands on the screen, on which side of what it speaks of, and where along it its pointer is. */
export type Placed = { x: number; y: number; side: 'above' | 'below' | 'middle'; pointerX: number }

const gapPx = 18
const edgePx = 12
const pointerEdgePx = 28

/** Below what it speaks of where there is room, else above; and in the middle where neither has room or there is nothing to speak of. */
export function placeBubble(target: Box | null, bubble: Size, screen: Size): Placed {
  const middle = { x: (screen.width - bubble.width) / 2, y: Math.max(edgePx, (screen.height - bubble.height) / 2) }
  if (!target) return { ...middle, side: 'middle', pointerX: 0 }

  const below = target.y + target.height + gapPx
  const above = target.y - gapPx - bubble.height
  const fitsBelow = below + bubble.height <= screen.height - edgePx
  if (!fitsBelow && above < edgePx) return { ...middle, side: 'middle', pointerX: 0 }

  const centre = target.x + target.width / 2
  const x = within(centre - bubble.width / 2, edgePx, screen.width - edgePx - bubble.width)
  const pointerX = within(centre - x, pointerEdgePx, bubble.width - pointerEdgePx)
  return fitsBelow ? { x, y: below, side: 'below', pointerX } : { x, y: above, side: 'above', pointerX }
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
