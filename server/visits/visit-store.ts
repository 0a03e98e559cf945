import { and, asc, eq, lt, min, sql, type SQL } from 'drizzle-orm'
import { addDays, daysBetween, startOfDay } from '#server/calendar.ts'
import type { Db } from '#server/database/database.ts'
import { cardLogs, viewTotals, visitDays, visitQuarters, type CountedEvent, type VisitDayRow, type VisitQuarterRow } from './tables.ts'

/** As one list for each column: a thousand rows are one short statement. */
export async function insertEvents(tx: Db, rows: readonly CountedEvent[]) {
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into visit_event (subject_id, at, id, name, params)
    select card, at, id, name, jsonb_build_object(dimension, value)
    from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ id }) => id)}::uuid[],
      ${column(({ name }) => name)}::text[], ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[])
      row (card, at, id, name, dimension, value)`)
}

/** Rows in one order everywhere, so that two instances never wait for each other in a circle. */
export async function addToDays(tx: Db, rows: readonly VisitDayRow[]) {
  const column = columnsOf(rows)
  await tx.execute(sql`
    insert into visit_day (subject_id, day, name, dimension, value, count)
    select * from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ day }) => day)}::date[], ${column(({ name }) => name)}::text[],
      ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[], ${column(({ count }) => count)}::bigint[])
    on conflict (subject_id, day, name, dimension, value) do update set count = visit_day.count + excluded.count`)
}

/**
 * Adds views of cards to the totals of all cards. Every server writes the same row of today: last in a transaction, so that it is
 * locked for a moment.
 */
export async function addToViewTotals(tx: Db, rows: readonly VisitDayRow[]) {
  const totals = Map.groupBy(
    rows.filter(({ name, dimension }) => dimension === 'platform_used' && name.startsWith('open_')),
    ({ day }) => day,
  )
  if (totals.size === 0) return
  const days = [...totals].map(([day, views]) => ({ day, count: views.reduce((sum, { count }) => sum + count, 0) }))
  await tx
    .insert(viewTotals)
    .values(days.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    .onConflictDoUpdate({ target: viewTotals.day, set: { count: sql`${viewTotals.count} + excluded.count` } })
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

/** An hour of counts at a time: no statement runs into its time limit, however many nights were missed. */
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

/** The rows whose value is new where their card has its fill of values: of one day, event and parameter. */
export async function findSurplus(tx: Db, rows: readonly VisitDayRow[], valuesMax: number): Promise<ReadonlySet<VisitDayRow>> {
  const column = columnsOf(rows)
  const { rows: found } = await tx.execute<{ place: number }>(sql`
    with fresh as (
      select place, card, day, name, dimension, row_number() over (partition by card, day, name, dimension order by place) as turn
      from unnest(${column(({ subjectId }) => subjectId)}::uuid[], ${column(({ day }) => day)}::date[], ${column(({ name }) => name)}::text[],
        ${column(({ dimension }) => dimension)}::text[], ${column(({ value }) => value)}::text[])
        with ordinality row (card, day, name, dimension, value, place)
      where not exists (select from visit_day kept
        where (kept.subject_id, kept.day, kept.name, kept.dimension, kept.value) = (row.card, row.day, row.name, row.dimension, row.value))
    ), filled as (
      select card, day, name, dimension, (select count(*) from (select from visit_day kept
        where (kept.subject_id, kept.day, kept.name, kept.dimension) = (card, of.day, of.name, of.dimension) limit ${valuesMax}) as few) as many
      from (select distinct card, day, name, dimension from fresh) as of
    )
    select place::int from fresh join filled using (card, day, name, dimension) where turn + many > ${valuesMax}`)
  return new Set(found.flatMap(({ place }) => rows[place - 1] ?? []))
}

const columnsOf =
  <R>(rows: readonly R[]) =>
  (read: (row: R) => string | number) =>
    sql.param(rows.map(read))

export type Sum = { day: string | null; value: string; count: number }
type Asked = { name: string; dimension: string; from: string; to: string; byDay: boolean; timeZone: string }

const valuesMax = 10_000

/** Counts of one card by value, and by day where that is asked; the largest first. */
export async function sumDays(db: Db, subjectId: string, { name, dimension, from, to, byDay, timeZone }: Asked): Promise<Sum[]> {
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
function movedDays(of: SQL, { from, to, byDay, timeZone }: Pick<Asked, 'from' | 'to' | 'byDay' | 'timeZone'>): SQL {
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

/** A card’s counts in the order of their key, behind the one that came last. */
export async function listDays(db: Db, subjectId: string, after: VisitDayRow | undefined, limit: number): Promise<VisitDayRow[]> {
  return db
    .select()
    .from(visitDays)
    .where(and(eq(visitDays.subjectId, subjectId), after && afterDay(after)))
    .orderBy(asc(visitDays.day), asc(visitDays.name), asc(visitDays.dimension), asc(visitDays.value))
    .limit(limit)
}
