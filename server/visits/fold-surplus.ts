import { linkClicks, socialClicks } from '#contract/events.ts'
import { cardPages } from '#contract/pages.ts'
import type { Db } from '#server/db/database.ts'
import { countKey } from './sum-rows.ts'
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
 * Anybody may tell of anything: beyond so many values the new ones of a day are counted as others, so that no count is lost and
 * the table has an end. Servers that meet the first of a day at once each fill what they see, and no more comes after. Takes the
 * rows of each day once, and returns what is to be done with every row of theirs.
 */
export async function foldSurplus(tx: Db, days: readonly VisitDayRow[]): Promise<<Row extends VisitDayRow>(row: Row) => Row> {
  const told = days.filter(({ value }) => !ourWords.has(value))
  const found = told.length > 0 ? await findSurplus(tx, told, valuesADay) : []
  const surplus = new Set([...found].map(countKey))
  return (row) => (surplus.has(countKey(row)) ? { ...row, value: other } : row)
}
