/** The white margin that scanners expect, in modules. */
export const quietZone = 4
/** Modules of a finder pattern’s side: the three squares in the corners. */
export const finderModules = 7

/** The upper left corners of the finder patterns. */
export const findersOf = (size: number): [number, number][] => [
  [0, 0],
  [size - finderModules, 0],
  [0, size - finderModules],
]

/** Runs of dark squares, row by row, without the finder patterns, as the data of an SVG path. */
export function modulesPath(data: readonly boolean[][], size: number): string {
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const start = x
      while (x + 1 < size && isDark(x + 1, y)) x++
      runs.push(`M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`)
    }
  }
  return runs.join('')

  function isDark(x: number, y: number): boolean {
    return (
      data[y]?.[x] === true &&
      !findersOf(size).some(([left, top]) => x >= left && x < left + finderModules && y >= top && y < top + finderModules)
    )
  }
}
