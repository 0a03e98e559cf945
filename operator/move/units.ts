import type pg from 'pg'
import { markName } from '#server/db/moving.ts'

/** What is copied by itself: a table, or one partition of a table. */
export type Unit = { schema: string; name: string; of: string; columns: string[]; blocks: number }

/**
 * Every table that holds something for good. Unlogged ones may be empty after any crash, so nobody misses them; of the jobs
 * go the queues and what waits in them.
 */
export async function readUnits(client: pg.Client): Promise<Unit[]> {
  const { rows } = await client.query<Unit>(`
    select n.nspname as schema, c.relname as name, coalesce(i.inhparent::regclass::text, c.oid::regclass::text) as of,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks,
      (select json_agg(quote_ident(a.attname) order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'migration'
      and (n.nspname = current_schema() or (n.nspname = 'jobs' and (c.relname = 'queue' or i.inhparent = to_regclass('jobs.job'))))
    order by n.nspname desc, c.relname <> 'queue', c.relname`)
  return rows
}

export const keyOf = ({ schema, name }: Unit) => `${schema}.${name}`
export const tableOf = ({ schema, name }: Unit) => `"${schema}"."${name}"`

/** What the move itself writes is not part of what is moved. */
export const filterOf = ({ name }: Unit) => (name === 'installation' ? `name <> '${markName}'` : 'true')

/** The same rows give the same sum in whatever order they lie, on every version of PostgreSQL. */
export async function sumOf(client: pg.Client, unit: Unit): Promise<{ rows: number; sum: string }> {
  const text = `convert_to(row(${unit.columns.join(', ')})::text, 'UTF8')`
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*) as rows, coalesce(sum(('x' || encode(substr(sha256(${text}), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as sum
    from only ${tableOf(unit)} where ${filterOf(unit)}`)
  const [row] = rows
  if (!row) throw new Error('a count gives one row')
  return { rows: Number(row.rows), sum: row.sum }
}
