export const atOnce = 50

/** One more was asked for than is shown: whether it came says whether there is more. */
export function paged<T>(found: readonly T[], idOf: (last: T) => string): { shown: T[]; next: string | null } {
  const shown = found.slice(0, atOnce)
  const last = shown.at(-1)
  return { shown, next: found.length > atOnce && last !== undefined ? idOf(last) : null }
}
