export type Box = { x: number; y: number; width: number; height: number }
type Size = { width: number; height: number }

/** The position of a bubble, the side of its target it is on, and the position of its pointer. */
type Placed = { x: number; y: number; side: 'above' | 'below' | 'middle'; pointerX: number }

const gapPx = 18
const edgePx = 12
const pointerEdgePx = 28

/** Below the target if it fits, else above; centered if neither fits or there is no target. */
export function placeBubble(target: Box | null, bubble: Size, screen: Size): Placed {
  const middle = { x: (screen.width - bubble.width) / 2, y: Math.max(edgePx, (screen.height - bubble.height) / 2) }
  if (!target) return { ...middle, side: 'middle', pointerX: 0 }

  const below = target.y + target.height + gapPx
  const above = target.y - gapPx - bubble.height
  const fitsBelow = below + bubble.height <= screen.height - edgePx
  if (!fitsBelow && above < edgePx) return { ...middle, side: 'middle', pointerX: 0 }

  const center = target.x + target.width / 2
  const x = within(center - bubble.width / 2, edgePx, screen.width - edgePx - bubble.width)
  const pointerX = within(center - x, pointerEdgePx, bubble.width - pointerEdgePx)
  return fitsBelow ? { x, y: below, side: 'below', pointerX } : { x, y: above, side: 'above', pointerX }
}

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))
