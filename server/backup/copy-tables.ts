import { createHash } from 'node:crypto'
import { sql, type Name, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#server/database/database.ts'
import type { TableSummary } from './manifest.ts'

/** A table as the catalog describes it: the columns to copy and the order of rows. `source` replaces the table with a query. */
export type TableShape = { name: string; columns: { name: string; type: string }[]; order: string[]; source?: SQL }

/**
 * All tables of the schema, by name. Skips partitions (read through their parent), generated columns, unlogged tables (lost on a
 * crash anyway), and the list of applied migrations, which is part of the manifest.
 */
export async function readTableShapes(tx: Db): Promise<TableShape[]> {
  const { rows } = await tx.execute<TableShape>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as "order"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition and c.relname <> 'migration'
    order by c.relname`)
  return rows
}

/** What each table takes on disk, with its partitions and long values; on all nodes of a cluster. */
export async function readTableBytes({ db, isCluster }: Pick<Database, 'db' | 'isCluster'>): Promise<Map<string, number>> {
  const read = async (query: SQL) => {
    const { rows } = await db.execute<{ name: string; bytes: number }>(query)
    return rows.map(({ name, bytes }) => [name, bytes] as const)
  }
  const here = await read(sql`
    select c.relname as name,
      coalesce((select sum(pg_table_size(part.relid)) from pg_partition_tree(c.oid) as part), pg_table_size(c.oid))::float8 as bytes
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  if (!isCluster) return new Map(here)
  // On the coordinator, a distributed table is an empty shell.
  const onNodes = await read(sql`select relname as name, citus_table_size(logicalrelid)::float8 as bytes from pg_dist_partition
    join pg_class on oid = logicalrelid where not relispartition`)
  return new Map([...here, ...onNodes])
}

const rowsAtOnce = 500
const partBytes = 1024 * 1024

/** Makes text output independent of the server's settings, complete, and free of timeouts. On each node of a cluster too. */
const plainForms = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  row_security: 'off',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

export async function usePlainForms(tx: Db): Promise<void> {
  await tx.execute(sql`set local citus.propagate_set_commands = 'local'`)
  for (const [name, value] of Object.entries(plainForms)) await tx.execute(sql.raw(`set local ${name} = '${value}'`))
}

/**
 * One line per row: a JSON list of each column's text, or null. PostgreSQL's own text form is exact for every type;
 * a JSON object could not tell SQL's null from JSON's.
 */
export async function* copyOut(tx: Db, { name, columns, order, source = sql`` }: TableShape): AsyncGenerator<Buffer, TableSummary> {
  const fields = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  )
  // The catalog query quoted every name of the order.
  const sorted = order.length > 0 ? sql.raw(`order by ${order.join(', ')}`) : sql``
  await tx.execute(
    sql`declare copying no scroll cursor for select to_json(array[${fields}])::text as line from ${source} ${sql.identifier(name)} ${sorted}`,
  )

  const hash = createHash('sha256')
  let rows = 0
  let pending: string[] = []
  let pendingBytes = 0
  for (;;) {
    const { rows: fetched } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from copying`))
    for (const { line } of fetched) {
      pending.push(`${line}\n`)
      pendingBytes += line.length + 1
    }
    rows += fetched.length
    const isEnd = fetched.length < rowsAtOnce
    if (pendingBytes > partBytes || (isEnd && pending.length > 0)) {
      const part = Buffer.from(pending.join(''))
      hash.update(part)
      yield part
      pending = []
      pendingBytes = 0
    }
    if (isEnd) break
  }
  await tx.execute(sql`close copying`)
  return { name, columns: columns.map((column) => column.name), rows, sha256: hash.digest('hex') }
}

const Row = z.array(z.string().nullable())

/** Inserts one part of a table. Each column travels as one list of texts, which PostgreSQL casts to the column's type. */
export async function copyIn(tx: Db, { name, columns }: TableShape, part: Buffer): Promise<void> {
  const rows = part
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
  const list = (make: (column: TableShape['columns'][number], index: number) => SQL | Name) => sql.join(columns.map(make), sql`, `)
  const targets = list((column) => sql.identifier(column.name))
  const values = list(({ type }, index) => sql.raw(`v${index}::${type}`))
  const aliases = list((_, index) => sql.raw(`v${index}`))
  const lists = list((_, index) => sql`${sql.param(rows.map((row) => row[index] ?? null))}::text[]`)
  await tx.execute(sql`insert into ${sql.identifier(name)} (${targets}) overriding system value
    select ${values} from unnest(${lists}) as part (${aliases})`)
}
