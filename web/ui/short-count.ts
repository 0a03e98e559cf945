/** A count for a small badge. */
export const shortCount = (count: number) => (count > 99 ? '99+' : String(count))
