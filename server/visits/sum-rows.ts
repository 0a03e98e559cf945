import type { VisitDayRow } from './tables.ts'

/** What a day counts apart. */
export const countKey = ({ subjectId, day, name, dimension, value }: VisitDayRow) => [subjectId, day, name, dimension, value].join('\n')

/** Each count once, in one order everywhere. */
export function sumRows<Row extends VisitDayRow & { at?: Date }>(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = `${countKey(row)}\n${row.at?.toISOString() ?? ''}`
    const sum = sums.get(key)
    if (sum) sum.count += row.count
    else sums.set(key, { ...row })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
