import { listServiceNames } from '#server/cards/public/read-services.ts'
import { listTaken } from '#server/cards/aliases/reserve-alias.ts'
import type { Db } from '#server/database/database.ts'
import { decodeFile, type Encoding } from './decode-file.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import { ImportError, importError } from './import-error.ts'
import { readHeader, type Column } from './read-header.ts'
import { readRow, type GoodRow, type RowIssue } from './read-row.ts'

export type Batch = { rows: GoodRow[]; issues: RowIssue[]; lines: number; broken: number; atLine: number }

const batchLines = 200

/**
 * Batches of a file of cards, each line checked against the lines before it and against existing cards. Only aliases of
 * earlier lines are remembered. `after`: lines up to this one are done.
 */
export async function* readBatches(
  db: Db,
  { parts, encoding, after = 0 }: { parts: AsyncIterable<Uint8Array>; encoding: Encoding; after?: number },
): AsyncGenerator<Batch> {
  const services = await listServiceNames(db)
  const lineOf = new Map<string, number>()
  let columns: Column[] | null = null
  let found: (GoodRow | RowIssue[])[] = []
  let atLine = 0
  for await (const record of parseCsv(decodeFile(parts, encoding))) {
    if (columns === null) {
      if (record.issue !== undefined) throw new ImportError([{ line: record.line, ...importIssue(record.issue) }])
      const header = readHeader(record.cells, services)
      if (header.issues.length > 0) throw new ImportError(header.issues)
      columns = header.columns
      continue
    }
    const row = notTwice(readRow(record, columns), lineOf)
    if (record.line <= after) continue
    found.push(row)
    atLine = record.line
    if (found.length < batchLines) continue
    yield await against(db, found, atLine)
    found = []
  }
  if (columns === null) throw importError('fileEmpty')
  if (found.length > 0) yield await against(db, found, atLine)
}

/** The first line with an alias gets it. */
function notTwice(row: GoodRow | RowIssue[], lineOf: Map<string, number>): GoodRow | RowIssue[] {
  if (Array.isArray(row)) return row
  const first = lineOf.get(row.alias)
  if (first !== undefined) return [{ line: row.line, field: 'alias', ...importIssue('aliasDuplicate', { alias: row.alias, line: first }) }]
  lineOf.set(row.alias, row.line)
  return row
}

async function against(db: Db, found: readonly (GoodRow | RowIssue[])[], atLine: number): Promise<Batch> {
  const read = found.flatMap((row) => (Array.isArray(row) ? [] : [row]))
  const { taken, reserved } = await listTaken(
    db,
    read.map(({ alias }) => alias),
  )
  const refused = read.flatMap(({ line, alias }): RowIssue[] => {
    if (taken.has(alias)) return [{ line, field: 'alias', ...importIssue('aliasTaken', { alias }) }]
    return reserved.has(alias) ? [{ line, field: 'alias', ...importIssue('aliasReserved', { alias }) }] : []
  })
  const isRejected = new Set(refused.map(({ line }) => line))
  const rows = read.filter(({ line }) => !isRejected.has(line))
  const issues = [...found.flatMap((row) => (Array.isArray(row) ? row : [])), ...refused].sort((a, b) => a.line - b.line)
  return { rows, issues, lines: found.length, broken: found.length - rows.length, atLine }
}
