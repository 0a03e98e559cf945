/** Which slide of which group is on show. */
export type Place = { group: number; slide: number }

/** How many slides each group has, none of them empty. */
type Counts = readonly number[]

export const first: Place = { group: 0, slide: 0 }

/** The next slide, then the next group; after the last group comes the first. */
export function nextPlace(counts: Counts, { group, slide }: Place): Place {
  if (slide + 1 < (counts[group] ?? 0)) return { group, slide: slide + 1 }
  return { group: (group + 1) % counts.length, slide: 0 }
}

/** The slide before, then the last one of the group before; it stops at the very first. */
export function placeBefore(counts: Counts, { group, slide }: Place): Place {
  if (slide > 0) return { group, slide: slide - 1 }
  if (group === 0) return first
  return { group: group - 1, slide: (counts[group - 1] ?? 1) - 1 }
}

/** How far a group stands from the one on show, to its left below nought: around the circle, the shorter way. */
export function offsetOf(group: number, shown: number, count: number): number {
  const ahead = (group - shown + count) % count
  return ahead > count / 2 ? ahead - count : ahead
}
