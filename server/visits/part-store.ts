import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { KnownPart, Part } from './part-policy.ts'

/** More than this is not moved at once: it stays where it is, and goes by its age. */
const movedMax = 100_000
const deletedAtOnce = 20_000
/** Whoever writes an event waits no longer than this behind a change of tables. */
const lockMs = 2000

const isoBounds = /FROM \('(\d{4}-\d\d-\d\d) 00:00:00\+00'\) TO \('(\d{4}-\d\d-\d\d) 00:00:00\+00'\)/

/**
 * The partitions of events, and how many rows each has: counted if it has none, otherwise estimated from the last statistics. Bounds
 * are text in the session's DateStyle and TimeZone. A partition with any other bounds is left out, so it is never dropped.
 */
export async function listParts(db: Db): Promise<KnownPart[]> {
  const { rows } = await db.execute<{ name: string; bounds: string; rows: string }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid)) as rows
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visit_event'::regclass order by c.relname`)
  return rows.flatMap(({ name, bounds, rows: guessed }) => {
    const [, from, to] = isoBounds.exec(bounds) ?? []
    return from && to ? [{ name, from: new Date(from), to: new Date(to), rows: Math.max(0, Number(guessed)) }] : []
  })
}

/**
 * Made beside the others and then hung in, so that nobody who writes waits for it. What came for these days before there was a
 * table for them is moved in: with it lying outside, the database would refuse the table.
 */
export async function makePart(db: Db, { name, from, to }: Part): Promise<'made' | 'too-much-outside'> {
  const [first, end] = [from.toISOString(), to.toISOString()]
  return db.transaction(async (tx) => {
    await patiently(tx)
    await tx.execute(sql`lock table visit_event_other in access exclusive mode`)
    const { rows } = await tx.execute(sql`
      select 1 from visit_event_other where at >= ${first}::timestamptz and at < ${end}::timestamptz limit ${movedMax + 1}`)
    if (rows.length > movedMax) return 'too-much-outside'
    await tx.execute(sql`create table ${sql.identifier(name)} (like visit_event including defaults including constraints)`)
    await tx.execute(sql`
      with moved as (delete from visit_event_other where at >= ${first}::timestamptz and at < ${end}::timestamptz returning *)
      insert into ${sql.identifier(name)} select * from moved`)
    await tx.execute(sql.raw(`alter table visit_event attach partition ${name} for values from ('${first}') to ('${end}')`))
    return 'made'
  })
}

/** False where somebody wrote into it meanwhile and it was to be empty. */
export async function dropPart(db: Db, { name }: Part, { isEmpty = false } = {}): Promise<boolean> {
  return db.transaction(async (tx) => {
    await patiently(tx)
    // The whole first, as whoever reads of it does: two that wait for each other are both kept waiting.
    await tx.execute(sql`lock table only visit_event, ${sql.identifier(name)} in access exclusive mode`)
    if (isEmpty && (await tx.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)).rows.length > 0) return false
    await tx.execute(sql`drop table ${sql.identifier(name)}`)
    return true
  })
}

type Key = { subject: string; moment: string; id: string }
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Of what lies in no month's table, a little at a time: along its key, from one stretch to the next. By where rows lie it cannot go:
 * each machine of a database that is spread has a first row of its own.
 */
export async function deleteOutsideBefore(db: Db, before: Date, atOnce = deletedAtOnce): Promise<void> {
  let end: Key | undefined = { subject: nobody, moment: '-infinity', id: nobody }
  while (end) {
    const isNext: SQL = sql`at < ${before.toISOString()}::timestamptz and (subject_id, at, id) > ${valueOf(end)}`
    const { rows }: { rows: Key[] } = await db.execute<Key>(sql`
      select subject_id as subject, at::text as moment, id from visit_event_other where ${isNext}
      order by subject_id, at, id limit 1 offset ${atOnce - 1}`)
    end = rows[0]
    await db.execute(sql`delete from visit_event_other where ${isNext} ${end ? sql`and (subject_id, at, id) <= ${valueOf(end)}` : sql``}`)
  }
}

const valueOf = ({ subject, moment, id }: Key) => sql`(${subject}::uuid, ${moment}::timestamptz, ${id}::uuid)`
const patiently = (tx: Db) => tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`))
