import { and, asc, between, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { cardLogs, visitDays, type CountedEvent, type VisitDayRow } from './tables.ts'

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
type Asked = { name: string; dimension: string; from: string; to: string; byDay: boolean }

const valuesMax = 10_000

/** Counts of one card by value, and by day where that is asked; the largest first. */
export async function sumDays(db: Db, subjectId: string, { name, dimension, from, to, byDay }: Asked): Promise<Sum[]> {
  const total = sql<number>`sum(${visitDays.count})`.mapWith(Number)
  const of = and(
    eq(visitDays.subjectId, subjectId),
    between(visitDays.day, from, to),
    eq(visitDays.name, name),
    eq(visitDays.dimension, dimension),
  )
  if (!byDay) {
    const rows = await db
      .select({ value: visitDays.value, count: total })
      .from(visitDays)
      .where(of)
      .groupBy(visitDays.value)
      .orderBy(desc(total))
      .limit(valuesMax)
    return rows.map((row) => ({ ...row, day: null }))
  }
  return db
    .select({ day: visitDays.day, value: visitDays.value, count: total })
    .from(visitDays)
    .where(of)
    .groupBy(visitDays.day, visitDays.value)
    .orderBy(asc(visitDays.day))
    .limit(valuesMax)
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
