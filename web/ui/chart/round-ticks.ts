const roundSteps = [1, 2, 2.5, 3, 4, 5, 6, 8]

/** Round numbers for an axis that begins at nothing and holds the highest value: four or five of them, the last one at its top. */
export function roundTicks(highest: number): number[] {
  // Things that are counted have no halves: the least axis goes from 0 to 4 by ones.
  const least = Math.max(highest, 4)
  const step = stepFor(least)
  return Array.from({ length: Math.ceil(least / step) + 1 }, (_, index) => index * step)
}

function stepFor(highest: number): number {
  const wanted = highest / 4
  const size = 10 ** Math.floor(Math.log10(wanted))
  const round = roundSteps.find((step) => step * size >= wanted && Number.isInteger(step * size)) ?? 10
  return round * size
}
