/** The current slide and its group. */
export type Position = { group: number; slide: number }

/** The number of slides in each group, never 0. */
type Counts = readonly number[]

export const first: Position = { group: 0, slide: 0 }

/** The next slide, then the next group; after the last group comes the first. */
export function nextPosition(counts: Counts, { group, slide }: Position): Position {
  if (slide + 1 < (counts[group] ?? 0)) return { group, slide: slide + 1 }
  return { group: (group + 1) % counts.length, slide: 0 }
}

/** The previous slide, then the last one of the previous group; stops at the first. */
export function previousPosition(counts: Counts, { group, slide }: Position): Position {
  if (slide > 0) return { group, slide: slide - 1 }
  if (group === 0) return first
  return { group: group - 1, slide: (counts[group - 1] ?? 1) - 1 }
}

/** The distance of a group from the current one, negative to the left, the shorter way around. */
export function offsetOf(group: number, current: number, count: number): number {
  const ahead = (group - current + count) % count
  return ahead > count / 2 ? ahead - count : ahead
}
