import { and, asc, between, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { cardLogs, visitDays, visitEvents, type VisitDayRow, type VisitEventRow } from './tables.ts'

export async function insertEvents(tx: Db, rows: readonly VisitEventRow[]) {
  await tx.insert(visitEvents).values([...rows])
}

/** Rows in one order everywhere, so that two instances never wait for each other in a circle. */
export async function addToDays(tx: Db, rows: readonly VisitDayRow[]) {
  await tx
    .insert(visitDays)
    .values([...rows])
    .onConflictDoUpdate({
      target: [visitDays.subjectId, visitDays.day, visitDays.name, visitDays.dimension, visitDays.value],
      set: { count: sql`${visitDays.count} + excluded.count` },
    })
}

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

/** A table for the month, so that old months can be let go at once. */
export async function makeMonth(tx: Db, month: Date) {
  const from = firstDay(month)
  const to = firstDay(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)))
  const name = `visit_event_${from.slice(0, 7).replace('-', '_')}`
  await tx.execute(sql.raw(`create table if not exists ${name} partition of visit_event for values from ('${from}') to ('${to}')`))
}

export async function dropMonthsBefore(tx: Db, month: Date) {
  const limit = `visit_event_${firstDay(month).slice(0, 7).replace('-', '_')}`
  const { rows } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'visit_event'::regclass and c.relname ~ '^visit_event_[0-9]{4}_[0-9]{2}$' and c.relname < ${limit}`)
  for (const { name } of rows) await tx.execute(sql.raw(`drop table if exists ${name}`))
  await tx.execute(sql`delete from visit_event_other where at < ${firstDay(month)}::date`)
}

const firstDay = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1)).toISOString().slice(0, 10)

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
