/** Runs at most `many` calls at a time; the others wait in order. */
export function limitConcurrency(many: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = many
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
