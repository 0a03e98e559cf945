import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { TableSummary } from './manifest.ts'
import { quoted, type TableShape } from './table-shapes.ts'

const rowsAtOnce = 500
const partBytes = 4 * 1024 * 1024

/** Dates, numbers and lists come out the same whatever the server is set to. */
export const plainForms = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local row_security = off; set local statement_timeout = 0`

/**
 * One line a row: a JSON list of each column's own text, or null. Text as PostgreSQL writes and reads it is exact
 * for every type; a JSON object would make one null out of SQL's and JSON's.
 */
export async function* copyOut(
  client: Pick<Client, 'query'>,
  { name, columns, order }: TableShape,
): AsyncGenerator<Buffer, TableSummary> {
  const fields = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  const sorted = order.length > 0 ? `order by ${order.join(', ')}` : ''
  await client.query(`declare copying no scroll cursor for select to_json(array[${fields}])::text as line from ${quoted(name)} ${sorted}`)

  const hash = createHash('sha256')
  let rows = 0
  let held: string[] = []
  let heldBytes = 0
  for (;;) {
    const { rows: fetched } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from copying`)
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
  await client.query('close copying')
  return { name, columns: columns.map((column) => column.name), rows, sha256: hash.digest('hex') }
}
