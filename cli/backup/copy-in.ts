import { sql, type Name, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import type { TableShape } from './table-shapes.ts'

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

/** Tables refer to each other: what a row points at may come later, and is checked when all are in. */
export async function checkReferencesAtTheEnd(tx: Db, load: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ owner: string; name: string }>(sql`
    select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and not condeferrable and conparentid = 0 and connamespace = current_schema()::regnamespace`)
  const make = async (how: string) => {
    for (const { owner, name } of rows) await tx.execute(sql.raw(`alter table ${owner} alter constraint ${name} ${how}`))
  }

  await make('deferrable initially deferred')
  await load()
  await tx.execute(sql`set constraints all immediate`)
  await make('not deferrable')
}
