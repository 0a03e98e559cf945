import type { CardImport } from '#contract/admin/admin.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findImport, listIssues, listImportRows } from './import-store.ts'
import { writeCsvLine } from '../common/write-csv.ts'
import { pageSize, cutPage } from './cut-page.ts'
import type { CardImportRow } from './tables.ts'

const issuesMax = 100
const issuesAtOnce = 500

export async function listImports(db: Db, before: string | undefined) {
  const { visible, next } = cutPage(await listImportRows(db, { before, limit: pageSize + 1 }), ({ id }) => id)
  return { imports: visible.map(presentImport), next }
}

/** The progress of an import and its first issues. The report contains all of them. */
export async function readImport(db: Db, id: string) {
  const row = await findImport(db, id)
  if (!row) throw problem('not-found')
  return { import: presentImport(row), issues: await listIssues(db, id, { after: 0, limit: issuesMax }) }
}

/** All issues as CSV, in chunks. */
export async function writeReport(db: Db, id: string): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  const row = await findImport(db, id)
  if (!row) throw problem('not-found')
  async function* pieces() {
    yield `\uFEFF${writeCsvLine(['line', 'field', 'what is wrong'])}`
    for (let after = 0; ;) {
      const found = await listIssues(db, id, { after, limit: issuesAtOnce })
      // The last line may have more issues than were read: the next chunk starts with it again.
      const last = found.at(-1)?.line
      const isWhole = found.length < issuesAtOnce
      const whole = isWhole ? found : found.filter(({ line }) => line !== last)
      const rows = whole.length > 0 ? whole : found
      yield rows.map(({ line, field, message }) => writeCsvLine([String(line), field, message])).join('')
      const reached = rows.at(-1)?.line
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
  problemIssues,
}: CardImportRow): CardImport {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
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
    problemIssues,
  }
}
