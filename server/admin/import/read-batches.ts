import { sayImportFault } from '#contract/cards/import-faults.ts'
import { listServiceNames } from '#server/cards/public/read-services.ts'
import { listTaken } from '#server/cards/aliases/reserve-alias.ts'
import type { Db } from '#server/database/database.ts'
import { Refusal } from '#server/refusal.ts'
import { decodeFile, type Encoding } from './decode-file.ts'
import { parseCsv } from './parse-csv.ts'
import { readHeader, type Column } from './read-header.ts'
import { readRow, type GoodRow, type RowFault } from './read-row.ts'

export type Batch = { rows: GoodRow[]; faults: RowFault[]; lines: number; broken: number; atLine: number }

const batchLines = 200

/**
 * A file of cards in batches: what can be made of each line, against the lines before it and against what is here. Only the aliases
 * are kept in mind of what went by. `after`: lines up to this one were dealt with before.
 */
export async function* readBatches(
  db: Db,
  { parts, encoding, after = 0 }: { parts: AsyncIterable<Uint8Array>; encoding: Encoding; after?: number },
): AsyncGenerator<Batch> {
  const services = await listServiceNames(db)
  const lineOf = new Map<string, number>()
  let columns: Column[] | null = null
  let found: (GoodRow | RowFault[])[] = []
  let atLine = 0
  for await (const record of parseCsv(decodeFile(parts, encoding))) {
    if (columns === null) {
      if (record.fault !== undefined) throw new Refusal(sayImportFault('atLine', { line: record.line, message: record.fault }))
      const header = readHeader(record.cells, services)
      if (header.faults.length > 0) throw new Refusal(header.faults.map(({ message }) => message).join(' '))
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
  if (columns === null) throw new Refusal(sayImportFault('fileEmpty'))
  if (found.length > 0) yield await against(db, found, atLine)
}

/** The first line with an alias has it. */
function notTwice(row: GoodRow | RowFault[], lineOf: Map<string, number>): GoodRow | RowFault[] {
  if (Array.isArray(row)) return row
  const first = lineOf.get(row.alias)
  if (first !== undefined)
    return [{ line: row.line, field: 'alias', message: sayImportFault('aliasTwice', { alias: row.alias, line: first }) }]
  lineOf.set(row.alias, row.line)
  return row
}

async function against(db: Db, found: readonly (GoodRow | RowFault[])[], atLine: number): Promise<Batch> {
  const read = found.flatMap((row) => (Array.isArray(row) ? [] : [row]))
  const { taken, reserved } = await listTaken(
    db,
    read.map(({ alias }) => alias),
  )
  const refused = read.flatMap(({ line, alias }): RowFault[] => {
    if (taken.has(alias)) return [{ line, field: 'alias', message: sayImportFault('aliasTaken', { alias }) }]
    return reserved.has(alias) ? [{ line, field: 'alias', message: sayImportFault('aliasReserved', { alias }) }] : []
  })
  const isRefused = new Set(refused.map(({ line }) => line))
  const rows = read.filter(({ line }) => !isRefused.has(line))
  const faults = [...found.flatMap((row) => (Array.isArray(row) ? row : [])), ...refused].sort((a, b) => a.line - b.line)
  return { rows, faults, lines: found.length, broken: found.length - rows.length, atLine }
}
