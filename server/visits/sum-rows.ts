import type { VisitDayRow } from './tables.ts'

/** Each count once, in one order everywhere. */
export function sumRows(rows: readonly VisitDayRow[]): VisitDayRow[] {
  const sums = new Map<string, VisitDayRow>()
  for (const row of rows) {
    const key = `${row.subjectId}\n${row.day}\n${row.name}\n${row.dimension}\n${row.value}`
    const sum = sums.get(key)
    if (sum) sum.count += row.count
    else sums.set(key, { ...row })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
