import { and, asc, desc, eq, inArray, lt, min, sql, type SQL } from 'drizzle-orm'
import { eventParameters } from '#contract/events.ts'
import { addDays, daysBetween, startOfDay } from '#server/common/calendar.ts'
import { addViews } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import {
  cardLogs,
  viewTotals,
  visitDays,
  visitQuarters,
  type CountedEvent,
  type DayViews,
  type VisitDayRow,
  type VisitQuarterRow,
} from './tables.ts'

/** One array parameter per column, so that a thousand rows are one short statement. */
export async function insertEvents(tx: Db, rows: readonly CountedEvent[]) {
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into visit_event (subject_id, at, id, name, params)
    select card, at, id, name, jsonb_build_object(dimension, value)
    from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ id }) => id)}::uuid[],
      ${column(({ name }) => name)}::text[], ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[])
      row (card, at, id, name, dimension, value)`)
}

/** Rows must be sorted, so that concurrent instances don't deadlock. */
export async function addToDays(tx: Db, rows: readonly VisitDayRow[]) {
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into visit_day (subject_id, day, name, dimension, value, count)
    select * from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ day }) => day)}::date[], ${column(({ name }) => name)}::text[],
      ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[], ${column(({ count }) => count)}::bigint[])
    on conflict (subject_id, day, name, dimension, value) do update set count = visit_day.count + excluded.count`)
}

const isView = ({ name, dimension }: VisitDayRow) => dimension === 'platform_used' && name.startsWith('open_')

/** Adds recent views to the figures of their cards, which contacts write, too: late in a transaction, so that they are locked for a moment. */
export const addToFigures = (tx: Db, rows: readonly VisitDayRow[]): Promise<void> => addViews(tx, rows.filter(isView))

/**
 * Adds views of cards to the totals of all cards. Every server writes the same row of today: last in a transaction, so that it is
 * locked for a moment.
 */
export async function addToViewTotals(tx: Db, rows: readonly VisitDayRow[]) {
  const totals = Map.groupBy(rows.filter(isView), ({ day }) => day)
  if (totals.size === 0) return
  const days = [...totals].map(([day, views]) => ({ day, count: views.reduce((sum, { count }) => sum + count, 0) }))
  await tx
    .insert(viewTotals)
    .values(days.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    .onConflictDoUpdate({ target: viewTotals.day, set: { count: sql`${viewTotals.count} + excluded.count` } })
}

/** Subtracts the views of removed cards from the totals, whose days it locks in the order of other writers. */
export async function removeFromViewTotals(tx: Db, views: readonly DayViews[]): Promise<void> {
  if (views.length === 0) return
  const days = sql.param(views.map(({ day }) => day))
  await tx.execute(sql`
    with locked as (select day from view_total where day = any(${days}::date[]) order by day for update)
    update view_total set count = greatest(view_total.count - gone.count, 0)
    from unnest(${days}::date[], ${sql.param(views.map(({ count }) => count))}::bigint[]) as gone (day, count), locked
    where view_total.day = gone.day and locked.day = gone.day`)
}

export async function addToQuarters(tx: Db, rows: readonly VisitQuarterRow[]) {
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into visit_quarter (subject_id, name, dimension, value, at, count)
    select * from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ name }) => name)}::text[],
      ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[],
      ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ count }) => count)}::bigint[])
    on conflict (subject_id, name, dimension, at, value) do update set count = visit_quarter.count + excluded.count`)
}

const hourMs = 3_600_000

/** Deletes an hour of counts per statement, so that none runs into its time limit after missed nights. */
export async function deleteQuartersBefore(db: Db, before: Date) {
  const isDue = lt(visitQuarters.at, before)
  for (;;) {
    const [found] = await db
      .select({ oldest: min(visitQuarters.at) })
      .from(visitQuarters)
      .where(isDue)
    if (!found?.oldest) return
    await db.delete(visitQuarters).where(and(isDue, lt(visitQuarters.at, new Date(found.oldest.getTime() + hourMs))))
  }
}

/** The rows with a new value beyond `valuesMax` distinct values of their card, day, event and parameter. */
export async function findExcessValues(tx: Db, rows: readonly VisitDayRow[], valuesMax: number): Promise<ReadonlySet<VisitDayRow>> {
  const column = columnsOf(rows)
  type Stored = Pick<VisitDayRow, 'subjectId' | 'day' | 'name' | 'dimension'> & { count: number; known: string[] | null }
  // Joins with the rows asked for, as a sharded table allows no correlated subquery.
  const { rows: stored } = await tx.execute<Stored>(sql`
    select subject_id as "subjectId", day::text as day, name, dimension, count(*)::int as count,
      array_agg(value) filter (where value = any(${column(({ value }) => value)}::text[])) as known
    from visit_day join (
      select distinct * from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ day }) => day)}::date[],
        ${column(({ name }) => name)}::text[], ${column(({ dimension }) => dimension)}::text[]) row (subject_id, day, name, dimension)
    ) asked using (subject_id, day, name, dimension)
    where subject_id = any(${column(({ subjectId }) => subjectId)}::uuid[])
    group by subject_id, day, name, dimension`)
  const filled = new Map(stored.map((row) => [groupKey(row), { count: row.count, known: new Set(row.known) }]))
  const excess = new Set<VisitDayRow>()
  for (const row of rows) {
    const group = filled.get(groupKey(row)) ?? { count: 0, known: new Set() }
    filled.set(groupKey(row), group)
    if (group.known.has(row.value)) continue
    if (group.count >= valuesMax) excess.add(row)
    else group.count++
  }
  return excess
}

const groupKey = ({ subjectId, day, name, dimension }: Pick<VisitDayRow, 'subjectId' | 'day' | 'name' | 'dimension'>) =>
  [subjectId, day, name, dimension].join('\n')

const columnsOf =
  <R>(rows: readonly R[]) =>
  (read: (row: R) => string | number) =>
    sql.param(rows.map(read))

export type Sum = { day: string | null; value: string; count: number }
type SumQuery = { name: string; dimension: string; from: string; to: string; byDay: boolean; timeZone: string }

const valuesMax = 10_000

/** Counts of a card by value, and also by day with `byDay`; otherwise the largest first. */
export async function sumDays(db: Db, subjectId: string, { name, dimension, from, to, byDay, timeZone }: SumQuery): Promise<Sum[]> {
  const of = sql`subject_id = ${subjectId} and name = ${name} and dimension = ${dimension}`
  const counts = sql`select day, value, count from visit_day where ${of} and day between ${from} and ${to}`
  const all = timeZone === 'UTC' ? counts : sql`${counts} union all ${movedDays(of, { from, to, byDay, timeZone })}`
  const { rows } = await db.execute<{ day: string | null; value: string; count: string }>(sql`
    select ${byDay ? sql`day::text` : sql`null`} as day, value, sum(count) as count from (${all}) counted
    group by ${byDay ? sql`day, value` : sql`value`} having sum(count) > 0
    order by ${byDay ? sql`day` : sql`sum(count) desc`} limit ${valuesMax}`)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/**
 * Corrections that turn counts by UTC day into counts by day of another time zone: the counts between the midnights of both. Without
 * a breakdown by day only the ends of the range are corrected.
 */
function movedDays(of: SQL, { from, to, byDay, timeZone }: Pick<SumQuery, 'from' | 'to' | 'byDay' | 'timeZone'>): SQL {
  const days = byDay ? daysBetween(from, to) + 2 : 2
  const windows = Array.from({ length: days }, (_, place) => {
    const day = byDay || place === 0 ? addDays(from, place) : addDays(to, 1)
    const [here, utc] = [startOfDay(timeZone, day).toISOString(), `${day}T00:00:00.000Z`]
    const before = addDays(day, -1)
    return here < utc ? { begin: here, end: utc, taken: before, added: day } : { begin: utc, end: here, taken: day, added: before }
  })
  const column = columnsOf(windows)
  // Summed window by window: a plain join may read every quarter for each window while the table has no statistics.
  return sql`
    select moved.day, value, moved.count
    from unnest(${column(({ begin }) => begin)}::timestamptz[], ${column(({ end }) => end)}::timestamptz[],
        ${column(({ taken }) => taken)}::date[], ${column(({ added }) => added)}::date[]) as between_midnights (begins, ends, taken, added),
      lateral (select value, sum(count) as count from visit_quarter where ${of} and at >= begins and at < ends group by value) quarter,
      lateral (values (added, quarter.count), (taken, -quarter.count)) moved (day, count)
    where moved.day between ${from} and ${to}`
}

export async function insertLog(tx: Db, row: typeof cardLogs.$inferInsert) {
  await tx.insert(cardLogs).values(row)
}

export async function deleteLogsBefore(tx: Db, before: Date) {
  await tx.delete(cardLogs).where(lt(cardLogs.received, before))
}

const afterDay = (row: VisitDayRow) =>
  sql`(${visitDays.day}, ${visitDays.name}, ${visitDays.dimension}, ${visitDays.value}) > (${row.day}::date, ${row.name}, ${row.dimension}, ${row.value})`

/** A card’s daily counts in key order, after a cursor. */
export async function listDays(db: Db, subjectId: string, after: VisitDayRow | undefined, limit: number): Promise<VisitDayRow[]> {
  return db
    .select()
    .from(visitDays)
    .where(and(eq(visitDays.subjectId, subjectId), after && afterDay(after)))
    .orderBy(asc(visitDays.day), asc(visitDays.name), asc(visitDays.dimension), asc(visitDays.value))
    .limit(limit)
}

export type LinkCount = { subjectId: string; value: string; count: number }

/** How often short links of these cards were followed on a day, by their counted targets. */
export async function listLinkCounts(db: Db, subjectIds: readonly string[], day: string): Promise<LinkCount[]> {
  const { subjectId, value, count } = visitDays
  return db
    .select({ subjectId, value, count })
    .from(visitDays)
    .where(
      and(
        inArray(subjectId, [...subjectIds]),
        eq(visitDays.day, day),
        eq(visitDays.name, 'short_link_click'),
        eq(visitDays.dimension, eventParameters.short_link_click),
      ),
    )
    .orderBy(asc(subjectId), desc(count), asc(value))
}
