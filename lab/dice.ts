export type Dice = {
  below(count: number): number
  chance(share: number): boolean
  one<T>(list: readonly [T, ...T[]]): T
  one<T>(list: readonly T[]): T | undefined
  bytes(length: number): Buffer
  word(): string
}

/** The same seed produces the same sequence on every machine. Not for secrets. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  // mulberry32: dice seeded by another's output don't repeat its sequence, as a plain shift register would.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  function one<T>(list: readonly [T, ...T[]]): T
  function one<T>(list: readonly T[]): T | undefined
  function one<T>(list: readonly T[]) {
    return list[below(list.length)]
  }
  return {
    below,
    one,
    chance: (share) => next() < share,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    word: () => below(2 ** 32).toString(36),
  }
}
