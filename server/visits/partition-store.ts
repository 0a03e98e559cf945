import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { firstId } from '#server/database/new-id.ts'
import type { KnownPartition, Partition } from './partition-policy.ts'

/** More rows than this are not moved: they stay in the default partition until they are too old. */
const movedMax = 100_000
const deleteBatchSize = 20_000
/** How long inserts may wait for a change of partitions. */
const lockMs = 2000

const isoBounds = /FROM \('(\d{4}-\d\d-\d\d) 00:00:00\+00'\) TO \('(\d{4}-\d\d-\d\d) 00:00:00\+00'\)/

/**
 * The partitions of events, and how many rows each has: counted if it has none, otherwise estimated from the last statistics. Bounds
 * are text in the session's DateStyle and TimeZone. A partition with any other bounds is left out, so it is never dropped.
 */
export async function listPartitions(db: Db): Promise<KnownPartition[]> {
  const { rows } = await db.execute<{ name: string; bounds: string; rows: string; isCitus: boolean }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid)) as rows,
      to_regclass('pg_dist_partition') is not null as "isCitus"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visit_event'::regclass order by c.relname`)
  const inShards = rows[0]?.isCitus ? await countInShards(db) : new Map<string, number>()
  return rows.flatMap(({ name, bounds, rows: estimate }) => {
    const [, from, to] = isoBounds.exec(bounds) ?? []
    return from && to ? [{ name, from: new Date(from), to: new Date(to), rows: Math.max(0, inShards.get(name) ?? Number(estimate)) }] : []
  })
}

/**
 * The same estimate for distributed partitions: the coordinator's own statistics are of empty tables. One question to each node, because
 * one to each shard takes minutes once there are partitions by day.
 */
async function countInShards(db: Db): Promise<Map<string, number>> {
  const estimates = `select coalesce(json_object_agg(substring(relname from '\\d+$'), greatest(0, reltuples, pg_stat_get_live_tuples(oid))), '{}')
    from pg_class where relkind = 'r' and relname ~ '^visit_event_.*_\\d+$'`
  const { rows } = await db.execute<{ name: string; rows: number }>(sql`
    select c.relname as name, sum(estimate::float8) as rows
    from run_command_on_all_nodes(${estimates}) node, json_each_text(case when success then result end::json) shard(id, estimate)
      join pg_dist_shard s on s.shardid = id::bigint join pg_inherits i on i.inhrelid = s.logicalrelid join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'visit_event'::regclass group by 1`)
  return new Map(rows.map((row) => [row.name, row.rows]))
}

/**
 * Creates the table first and attaches it then, so that inserts don't wait. Rows of these days in the default partition are moved
 * into it: otherwise PostgreSQL rejects the attachment.
 */
export async function createPartition(db: Db, { name, from, to }: Partition): Promise<'created' | 'too-many-rows'> {
  const [first, end] = [from.toISOString(), to.toISOString()]
  return db.transaction(async (tx) => {
    await setLockTimeout(tx)
    await tx.execute(sql`lock table visit_event_other in access exclusive mode`)
    const { rows } = await tx.execute(sql`
      select 1 from visit_event_other where at >= ${first}::timestamptz and at < ${end}::timestamptz limit ${movedMax + 1}`)
    if (rows.length > movedMax) return 'too-many-rows'
    await tx.execute(sql`create table ${sql.identifier(name)} (like visit_event including defaults including constraints)`)
    await tx.execute(sql`
      with moved as (delete from visit_event_other where at >= ${first}::timestamptz and at < ${end}::timestamptz returning *)
      insert into ${sql.identifier(name)} select * from moved`)
    await tx.execute(sql.raw(`alter table visit_event attach partition ${name} for values from ('${first}') to ('${end}')`))
    return 'created'
  })
}

/** With `isEmpty`, false if it has rows. */
export async function dropPartition(db: Db, { name }: Partition, { isEmpty = false } = {}): Promise<boolean> {
  return db.transaction(async (tx) => {
    await setLockTimeout(tx)
    // Locks the parent first, as readers do: the reverse order could deadlock.
    await tx.execute(sql`lock table only visit_event, ${sql.identifier(name)} in access exclusive mode`)
    if (isEmpty && (await tx.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)).rows.length > 0) return false
    await tx.execute(sql`drop table ${sql.identifier(name)}`)
    return true
  })
}

type Key = { subject: string; moment: string; id: string }

/**
 * Deletes old rows of the default partition in batches along its key. Not by physical row position (ctid): on a distributed database
 * each node has a first row of its own.
 */
export async function deleteDefaultRowsBefore(db: Db, before: Date, batchSize = deleteBatchSize): Promise<void> {
  let end: Key | undefined = { subject: firstId, moment: '-infinity', id: firstId }
  while (end) {
    const isNext: SQL = sql`at < ${before.toISOString()}::timestamptz and (subject_id, at, id) > ${valueOf(end)}`
    const { rows }: { rows: Key[] } = await db.execute<Key>(sql`
      select subject_id as subject, at::text as moment, id from visit_event_other where ${isNext}
      order by subject_id, at, id limit 1 offset ${batchSize - 1}`)
    end = rows[0]
    await db.execute(sql`delete from visit_event_other where ${isNext} ${end ? sql`and (subject_id, at, id) <= ${valueOf(end)}` : sql``}`)
  }
}

const valueOf = ({ subject, moment, id }: Key) => sql`(${subject}::uuid, ${moment}::timestamptz, ${id}::uuid)`
const setLockTimeout = (tx: Db) => tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`))
