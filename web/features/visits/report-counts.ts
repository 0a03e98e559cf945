import type { Report } from '#contract/visits.ts'

/** Counts in this period and in the previous one, by the first dimension. */
export type Counts = { now: Map<string, number>; before: Map<string, number> }

/** Reads a report of two periods: its last dimension names the period of a row. No rows means zero. */
export function countsOf({ rows = [] }: Pick<Report, 'rows'>): Counts {
  const counts: Counts = { now: new Map(), before: new Map() }
  for (const { dimensionValues, metricValues } of rows) {
    const period = dimensionValues.at(-1)?.value === 'date_range_1' ? counts.before : counts.now
    const name = dimensionValues[0]?.value ?? ''
    const count = Number(metricValues[0]?.value)
    if (Number.isFinite(count)) period.set(name, (period.get(name) ?? 0) + count)
  }
  return counts
}

export const totalOf = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0)
