import { createHash } from 'node:crypto'
import { sql, type Name, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import type { TableSummary } from './manifest.ts'

/** A table as the catalogue knows it: what is copied, and in which order it comes out. `source`: read from this query instead. */
export type TableShape = { name: string; columns: { name: string; type: string }[]; order: string[]; source?: SQL }

/**
 * Every table of ours, by name. Partitions come out through their parent; generated columns make themselves;
 * what the database itself would not keep over a crash is not worth keeping; the list of applied migrations is part of the manifest, not of the data.
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

const rowsAtOnce = 500
const partBytes = 1024 * 1024

/** Dates, numbers and lists come out the same whatever the server is set to, and none is left out or cut short. */
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
  for (const [name, value] of Object.entries(plainForms)) await tx.execute(sql`select set_config(${name}, ${value}, true)`)
}

/**
 * One line a row: a JSON list of each column's own text, or null. Text as PostgreSQL writes and reads it is exact
 * for every type; a JSON object would make one null out of SQL's and JSON's.
 */
export async function* copyOut(tx: Db, { name, columns, order, source = sql`` }: TableShape): AsyncGenerator<Buffer, TableSummary> {
  const fields = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  )
  // The catalogue wrote the order, with each name quoted.
  const sorted = order.length > 0 ? sql.raw(`order by ${order.join(', ')}`) : sql``
  await tx.execute(
    sql`declare copying no scroll cursor for select to_json(array[${fields}])::text as line from ${source} ${sql.identifier(name)} ${sorted}`,
  )

  const hash = createHash('sha256')
  let rows = 0
  let held: string[] = []
  let heldBytes = 0
  for (;;) {
    const { rows: fetched } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from copying`))
    for (const { line } of fetched) {
      held.push(`${line}\n`)
      heldBytes += line.length + 1
    }
    rows += fetched.length
    const isEnd = fetched.length < rowsAtOnce
    if (heldBytes > partBytes || (isEnd && held.length > 0)) {
      const part = Buffer.from(held.join(''))
      hash.update(part)
      yield part
      held = []
      heldBytes = 0
    }
    if (isEnd) break
  }
  await tx.execute(sql`close copying`)
  return { name, columns: columns.map((column) => column.name), rows, sha256: hash.digest('hex') }
}

const Row = z.array(z.string().nullable())

/** Puts one part of a table back: the text of each column as one list, read by PostgreSQL with the column's type. */
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
    select ${values} from unnest(${lists}) as given (${aliases})`)
}
