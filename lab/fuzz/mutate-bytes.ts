import type { Dice } from '../dice.ts'

/** Changes, removes, repeats or inserts a few bytes. */
export function mutateBytes(bytes: Buffer, dice: Dice): Buffer {
  let mutated: Buffer = Buffer.from(bytes)
  for (let left = 1 + dice.below(4); left > 0; left--) mutated = once(mutated, dice)
  return mutated
}

function once(bytes: Buffer, dice: Dice): Buffer {
  const from = dice.below(bytes.length + 1)
  const to = Math.min(bytes.length, from + dice.below(1 + Math.min(64, bytes.length)))
  const [before, middle, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
  switch (dice.below(7)) {
    case 0:
      return Buffer.concat([before, after])
    case 1:
      return Buffer.concat([before, middle, middle, after])
    case 2:
      return Buffer.concat([before, dice.bytes(dice.below(16)), after])
    case 3:
      return before
    case 4:
      return Buffer.concat([before, Buffer.alloc(dice.below(64), dice.one([0, 255, 0x20, 0x0d, 0x0a])), middle, after])
    default: {
      const copy = Buffer.from(bytes)
      if (from < copy.length) copy[from] = dice.chance(0.5) ? dice.below(256) : (copy[from] ?? 0) ^ (1 << dice.below(8))
      return copy
    }
  }
}
