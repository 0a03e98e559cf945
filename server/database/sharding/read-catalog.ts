import type pg from 'pg'

type Table = { name: string; columns: { name: string; type: string; isRequired: boolean }[] }
/** A unique key. `isConstraint` decides how to drop it: `alter table` or `drop index`. */
type Key = { table: string; name: string; columns: string[]; isConstraint: boolean; definition: string }
export type Reference = {
  table: string
  name: string
  columns: string[]
  to: string
  toColumns: string[]
  onDelete: string
  definition: string
}
export type Catalog = { tables: Table[]; keys: Key[]; references: Reference[]; unsupported: string[] }

/** Reads tables, unique keys and foreign keys from PostgreSQL’s catalog. Partitions count as their table. */
export async function readCatalog(pool: Pick<pg.Pool, 'query'>): Promise<Catalog> {
  const { rows: tables } = await pool.query<Table>(`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'isRequired', a.attnotnull) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`)
  const { rows: keys } = await pool.query<Key>(`
    select t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition,
      exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x')) as "isConstraint",
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and not t.relispartition and (x.indisunique or x.indisexclusion) order by 1, 2`)
  const columnNames = (side: string, relation: string) =>
    `(select array_agg(a.attname::text order by k.place) from unnest(${side}) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`
  const { rows: references } = await pool.query<Reference>(`
    select c.conrelid::regclass::text as table, c.conname as name, c.confrelid::regclass::text as to, c.confdeltype as "onDelete",
      pg_get_constraintdef(c.oid) as definition, ${columnNames('c.conkey', 'c.conrelid')} as columns, ${columnNames('c.confkey', 'c.confrelid')} as "toColumns"
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and not t.relispartition order by 1, 2`)
  const { rows: unsupported } = await pool.query<{ name: string }>(`
    select 'the sequence ' || relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
    union all select 'the view ' || relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm')
    union all select 'the trigger ' || tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace order by 1`)
  return { tables, keys, references, unsupported: unsupported.map(({ name }) => name) }
}
