import type { TableShape } from './copy-tables.ts'
import type { TableSummary } from './manifest.ts'

/** The entry of a backup that restores its tables with psql, without Carte. */
export const plainSqlName = 'restore.sql'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** JSON escapes control characters, so none of a line is a quote or a delimiter for `copy`. */
const asIs = String.raw`with (format csv, quote e'\x01', delimiter e'\x02')`

/** Columns, rows and primary keys; foreign keys, defaults and indexes belong to the program. */
export function renderPlainSql(tables: readonly { shape: TableShape; summary: TableSummary }[]): string {
  return [
    '-- Restores the tables of this backup into an empty PostgreSQL database, without Carte. In this folder, run: psql -d NAME -f restore.sql',
    String.raw`\set ON_ERROR_STOP on`,
    'begin;',
    'create temporary table part (line json);',
    ...tables.flatMap(({ shape, summary }) => renderTable(shape, summary)),
    'commit;',
    '',
  ].join('\n')
}

function renderTable({ name, columns, order }: TableShape, { rows }: TableSummary): string[] {
  const table = quoted(name)
  const names = columns.map((column) => quoted(column.name))
  const key = order
    .map((column) => column.replace(/ collate "C"$/, ''))
    .filter((column) => names.includes(column) || names.includes(quoted(column)))
  return [
    `create table ${table} (${columns.map((column, index) => `${names[index]} ${column.type}`).join(', ')});`,
    ...(rows > 0
      ? [
          String.raw`\copy part from program 'cat tables/${name}/*.jsonl' ${asIs}`,
          `insert into ${table} (${names.join(', ')}) select ${columns.map(({ type }, index) => `(line->>${index})::${type}`).join(', ')} from part;`,
          'truncate part;',
        ]
      : []),
    ...(key.length > 0 ? [`alter table ${table} add primary key (${key.join(', ')});`] : []),
  ]
}
