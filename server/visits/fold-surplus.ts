import { linkClicks, socialClicks } from '#contract/events.ts'
import { cardPages } from '#contract/pages.ts'
import type { Db } from '#server/db/database.ts'
import { sumRows } from './sum-rows.ts'
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
 * the table has an end. Servers that meet the first of a day at once each fill what they see, and no more comes after.
 */
export async function foldSurplus(tx: Db, rows: readonly VisitDayRow[]): Promise<readonly VisitDayRow[]> {
  const told = rows.filter(({ value }) => !ourWords.has(value))
  const surplus = told.length > 0 ? await findSurplus(tx, told, valuesADay) : null
  return surplus?.size ? sumRows(rows.map((row) => (surplus.has(row) ? { ...row, value: other } : row))) : rows
}
