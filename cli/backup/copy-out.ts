import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { TableSummary } from './manifest.ts'
import type { TableShape } from './table-shapes.ts'

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
