export const pageSize = 50

/** Cuts a list that was read with one row more than a page: that row tells if there is a next page. */
export function cutPage<T>(found: readonly T[], idOf: (last: T) => string, size = pageSize): { visible: T[]; next: string | null } {
  const visible = found.slice(0, size)
  const last = visible.at(-1)
  return { visible, next: found.length > size && last !== undefined ? idOf(last) : null }
}
