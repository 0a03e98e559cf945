import { linkClicks, socialClicks } from '#contract/events.ts'
import { cardPages } from '#contract/pages.ts'
import type { Db } from '#server/database/database.ts'
import type { VisitDayRow } from './tables.ts'
import { findExcessValues } from './visit-store.ts'

/** Distinct values per card, event and day. A card has a few dozen links; more values are made up. */
const valuesPerDayMax = 200
const other = 'other'

/** Values of regular visits. There are few of them, so they need no lookup, and are never replaced. */
const builtInValues: ReadonlySet<string> = new Set([
  'Mobile',
  'Desktop',
  'Installed',
  ...Object.keys(cardPages),
  ...socialClicks,
  ...linkClicks,
  other,
])

/**
 * Any client can send any value: beyond a limit per day, new values are counted as "others", so that no count is lost and the table
 * stays bounded. Servers that start a day at the same time may each reach the limit once. Takes each day's rows once, and returns
 * the function to apply to every row.
 */
export async function limitValues(tx: Db, days: readonly VisitDayRow[]): Promise<<Row extends VisitDayRow>(row: Row) => Row> {
  const unknown = days.filter(({ value }) => !builtInValues.has(value))
  const found = unknown.length > 0 ? await findExcessValues(tx, unknown, valuesPerDayMax) : []
  const excess = new Set([...found].map(countKey))
  return (row) => (excess.has(countKey(row)) ? { ...row, value: other } : row)
}

/** The key of a daily count. */
const countKey = ({ subjectId, day, name, dimension, value }: VisitDayRow) => [subjectId, day, name, dimension, value].join('\n')

/** Sums rows with the same key, sorted, so that all instances lock them in the same order. */
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
