/** The place a slider goes to: after the last comes the first, before the first the last. */
export function loopPlace(at: number, by: 1 | -1, last: number): number {
  if (by > 0) return at >= last ? 0 : at + 1
  return at <= 0 ? last : at - 1
}
