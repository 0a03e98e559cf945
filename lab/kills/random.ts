export type Random = { below(most: number): number; one<T>(of: readonly T[]): T | undefined; word(): string }

/** Numbers that come again with the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { below, one: (of) => of[below(of.length)], word: () => below(2 ** 32).toString(36) }
}
