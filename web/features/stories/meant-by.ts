export type Gesture = 'tap' | 'hold' | 'swipeLeft' | 'swipeRight'

const holdFromMs = 300
const tapWithinPx = 10
const swipeFromPx = 48

/** What a press was meant as, by how far it went and how long it took. */
export function meantBy({ x, y, ms }: { x: number; y: number; ms: number }): Gesture {
  if (Math.abs(x) >= swipeFromPx && Math.abs(x) > Math.abs(y)) return x < 0 ? 'swipeLeft' : 'swipeRight'
  return ms < holdFromMs && Math.hypot(x, y) < tapWithinPx ? 'tap' : 'hold'
}
