export type Dice = {
  below(count: number): number
  chance(share: number): boolean
  one<T>(list: readonly [T, ...T[]]): T
  one<T>(list: readonly T[]): T | undefined
  bytes(length: number): Buffer
  word(): string
}

/** The same seed throws the same again, on any machine. Nobody's secrets are made of this. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  // Near seeds begin alike.
  for (let turn = 0; turn < 16; turn++) next()
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
