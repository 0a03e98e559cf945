import type { CardImport } from '#contract/admin/operator.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findImport, listFaults, listImportRows } from './import-store.ts'
import { writeCsvLine } from '../write-csv.ts'
import { atOnce, paged } from './page-size-policy.ts'
import type { CardImportRow } from './tables.ts'

const faultsShown = 100
const faultsAtOnce = 500

export async function listImports(db: Db, before: string | undefined) {
  const { shown, next } = paged(await listImportRows(db, { before, limit: atOnce + 1 }), ({ id }) => id)
  return { imports: shown.map(presentImport), next }
}

/** How far it is, and what is wrong with its first broken lines. The report holds all of them. */
export async function readImport(db: Db, id: string) {
  const row = await findImport(db, id)
  if (!row) throw problem('not-found')
  return { import: presentImport(row), faults: await listFaults(db, id, { after: 0, limit: faultsShown }) }
}

/** Every broken line as a table, piece by piece. */
export async function writeReport(db: Db, id: string): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  const row = await findImport(db, id)
  if (!row) throw problem('not-found')
  async function* pieces() {
    yield `\uFEFF${writeCsvLine(['line', 'field', 'what is wrong'])}`
    for (let after = 0; ;) {
      const found = await listFaults(db, id, { after, limit: faultsAtOnce })
      // The last line may have more faults than have come: it is begun again with the next piece.
      const last = found.at(-1)?.line
      const isWhole = found.length < faultsAtOnce
      const whole = isWhole ? found : found.filter(({ line }) => line !== last)
      const said = whole.length > 0 ? whole : found
      yield said.map(({ line, field, message }) => writeCsvLine([String(line), field, message])).join('')
      const reached = said.at(-1)?.line
      if (isWhole || reached === undefined) return
      after = reached
    }
  }
  return { name: row.name.replace(/\.\w{1,5}$/, ''), pieces: pieces() }
}

function presentImport({
  id,
  name,
  createdAt,
  actor,
  takes,
  encoding,
  state,
  bytes,
  lines,
  good,
  broken,
  made,
  problem,
}: CardImportRow): CardImport {
  return { id, name, createdAt: createdAt.toISOString(), actor, takes, encoding, state, bytes, lines, good, broken, made, problem }
}
