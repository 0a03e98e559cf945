/** Where in a list something is let go: `middles` are its items' middles from the top, `y` is where the pointer is. */
export function placeUnder(middles: readonly number[], from: number, y: number): number {
  const passed = middles.filter((middle, at) => at !== from && middle < y).length
  return Math.min(Math.max(passed, 0), Math.max(middles.length - 1, 0))
}
