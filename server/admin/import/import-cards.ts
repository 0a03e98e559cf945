import { isProblem } from '#contract/api.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { type PlanStart, insertRows, insertRowsOneByOne } from './insert-rows.ts'
import type { Encoding } from './decode-file.ts'
import { ImportError } from './import-error.ts'
import { readBatches, type Batch } from './read-batches.ts'
import type { RowIssue } from './read-row.ts'

/** A file that can be read more than once. */
export type CardFile = { parts: (db: Db) => AsyncIterable<Uint8Array>; encoding: Encoding }
export type ImportCounts = { lines: number; good: number; broken: number; made: number }
type Report = (tally: ImportCounts, issues: readonly RowIssue[]) => void
type Deps = { db: Db; changes: Changes; clock: { now(): Date }; settings: PlanLengths; signal?: AbortSignal }

/** Checks the whole file against existing cards, and creates nothing. */
export async function checkCards(deps: Pick<Deps, 'db' | 'signal'>, file: CardFile, report: Report): Promise<ImportCounts> {
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  for await (const batch of readBatches(deps.db, { ...file, parts: file.parts(deps.db) })) {
    deps.signal?.throwIfAborted()
    add(tally, batch, 0, false)
    report(tally, batch.issues)
  }
  return tally
}

/** Creates the valid cards, in one transaction per batch. */
export async function importGood(deps: Deps, file: CardFile, report: Report): Promise<ImportCounts> {
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  for await (const batch of readBatches(deps.db, { ...file, parts: file.parts(deps.db) })) {
    deps.signal?.throwIfAborted()
    const refused = await deps.changes.write((tx, publish) =>
      insertBatch(tx, batch, publish, { now: deps.clock.now(), lengths: deps.settings }),
    )
    add(tally, batch, refused.length, true)
    report(tally, [...batch.issues, ...refused])
  }
  return tally
}

/** Creates all cards in one transaction: the first failing line rolls it back. */
export async function importAll(deps: Deps, file: CardFile, report: Report): Promise<ImportCounts> {
  return deps.changes.write(async (tx, publish) => {
    const tally = { lines: 0, good: 0, broken: 0, made: 0 }
    for await (const batch of readBatches(tx, { ...file, parts: file.parts(tx) })) {
      deps.signal?.throwIfAborted()
      const [issue] = batch.issues
      if (issue) throw new ImportError([issue, importIssue('noneCreated')])
      await insertRows(tx, batch.rows, publish, { now: deps.clock.now(), lengths: deps.settings })
      add(tally, batch, 0, true)
      report(tally, [])
    }
    return tally
  })
}

/** Inserts a batch together, or one by one if an alias was taken since the check. */
export async function insertBatch(tx: Db, { rows }: Batch, publish: PublishChange, at: PlanStart): Promise<RowIssue[]> {
  try {
    await tx.transaction((inner) => insertRows(inner, rows, publish, at))
    return []
  } catch (error) {
    if (!isProblem(error)) throw error
    return insertRowsOneByOne(tx, rows, publish, at)
  }
}

function add(tally: ImportCounts, batch: Batch, refused: number, isMade: boolean) {
  tally.lines += batch.lines
  tally.broken += batch.broken + refused
  tally.good += batch.rows.length - refused
  if (isMade) tally.made += batch.rows.length - refused
}
