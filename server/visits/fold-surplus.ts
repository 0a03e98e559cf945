import { linkClicks, socialClicks } from '#contract/events.ts'
import { cardPages } from '#contract/pages.ts'
import type { Db } from '#server/database/database.ts'
import type { VisitDayRow } from './tables.ts'
import { findSurplus } from './visit-store.ts'

/** Of one event of a card, in a day. A card has a few dozen links; who tells of more makes words up. */
const valuesADay = 200
const other = 'other'

/** What nearly every visit tells. There is an end to it, so it needs no look, and it keeps its name among whatever is made up. */
const ourWords: ReadonlySet<string> = new Set([
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
export async function foldSurplus(tx: Db, days: readonly VisitDayRow[]): Promise<<Row extends VisitDayRow>(row: Row) => Row> {
  const told = days.filter(({ value }) => !ourWords.has(value))
  const found = told.length > 0 ? await findSurplus(tx, told, valuesADay) : []
  const surplus = new Set([...found].map(countKey))
  return (row) => (surplus.has(countKey(row)) ? { ...row, value: other } : row)
}

/** What a day counts apart. */
const countKey = ({ subjectId, day, name, dimension, value }: VisitDayRow) => [subjectId, day, name, dimension, value].join('\n')

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
