import { isProblem } from '#contract/api.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { importAll, insertBatch } from './import/import-cards.ts'
import { readBatches, type Batch } from './import/read-batches.ts'
import { ImportError } from './import/import-error.ts'
import { issueOfProblem } from './import/read-row.ts'
import { deleteParts, findImport, insertIssues, lockImport, readParts, updateImport } from './import-store.ts'
import type { CardImportRow } from './tables.ts'

export function importCardsJob(deps: ImportDeps): Job<'admin.import'> {
  return { name: 'admin.import', run: ({ importId }) => makeCards(deps, importId) }
}

type ImportDeps = { db: Db; changes: Changes; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; settings: PlanLengths }

/** Another worker continued the import. */
class Overtaken extends Error {}

/** A longer job counts as lost, so the rest is queued as another job. */
const patienceMs = 45_000

/**
 * Continues a check or an import. Its position is saved in the transaction that creates the cards, so a restarted or
 * concurrent worker creates none twice.
 */
async function makeCards(deps: ImportDeps, id: string): Promise<void> {
  const row = await findImport(deps.db, id)
  if (!row || !['checking', 'importing'].includes(row.state)) return
  try {
    if (row.state === 'importing' && row.takes === 'all') await makeAll(deps, row)
    else await processBatches(deps, row)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!(error instanceof ImportError) && !isProblem(error)) throw error
    const refused = error instanceof ImportError ? error : new ImportError([issueOfProblem(error), importIssue('noneCreated')])
    await deps.changes.write(async (tx) => {
      const now = deps.clock.now()
      const locked = await lockImport(tx, id)
      if (locked?.state !== row.state) return
      await updateImport(tx, id, { state: 'refused', problem: refused.message, problemIssues: refused.issues, updatedAt: now })
      // Batches before the one that was refused were committed.
      if (locked.made > 0) await recordImport(tx, locked, now)
    })
  }
}

async function processBatches(deps: ImportDeps, row: CardImportRow): Promise<void> {
  const until = performance.now() + patienceMs
  let { atLine } = row
  const file = { parts: readParts(deps.db, row.id), encoding: row.encoding, after: atLine }
  for await (const batch of readBatches(deps.db, file)) {
    if (!(await step(deps, row, batch, atLine))) return
    atLine = batch.atLine
    if (performance.now() > until) return enqueueRest(deps, row, atLine)
  }
  await end(deps, row, atLine)
}

/** One batch and its position in the file; false if another worker is ahead. */
async function step(
  { changes, clock, settings }: ImportDeps,
  { id, state }: CardImportRow,
  batch: Batch,
  atLine: number,
): Promise<boolean> {
  return changes.write(async (tx, publish) => {
    const row = await lockImport(tx, id)
    if (row?.state !== state || row.atLine !== atLine) return false
    const refused = state === 'importing' ? await insertBatch(tx, batch, publish, { now: clock.now(), lengths: settings }) : []
    await insertIssues(tx, id, [...batch.issues, ...refused])
    const good = batch.rows.length - refused.length
    await updateImport(tx, id, {
      atLine: batch.atLine,
      ...(state === 'checking' && { lines: row.lines + batch.lines }),
      good: row.good + good,
      broken: row.broken + batch.broken + refused.length,
      made: row.made + (state === 'importing' ? good : 0),
      updatedAt: clock.now(),
    })
    return true
  })
}

async function enqueueRest({ changes, jobs }: ImportDeps, { id }: CardImportRow, atLine: number): Promise<void> {
  await changes.write((tx) => jobs.enqueue(tx, 'admin.import', { importId: id }, { key: `${id}-${atLine}` }))
}

async function end({ changes, clock }: ImportDeps, { id, state }: CardImportRow, atLine: number): Promise<void> {
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (row?.state !== state || row.atLine !== atLine) return
    await finish(tx, row, clock.now())
  })
}

async function makeAll(deps: ImportDeps, row: CardImportRow): Promise<void> {
  const { id, encoding } = row
  const changes: Changes = {
    ...deps.changes,
    write: (work) =>
      deps.changes.write(async (tx, publish) => {
        const locked = await lockImport(tx, id)
        if (locked?.state !== 'importing') throw new Overtaken()
        const result = await work(tx, publish)
        await finish(tx, { ...locked, ...tally }, deps.clock.now())
        return result
      }),
  }
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  await importAll({ ...deps, changes }, { parts: (tx) => readParts(tx, id), encoding }, (now) => Object.assign(tally, now))
}

async function finish(tx: Db, row: CardImportRow, now: Date): Promise<void> {
  const { id, state, lines, good, broken, made } = row
  const counts = { lines, good, broken, made, updatedAt: now }
  if (state === 'checking') return updateImport(tx, id, { ...counts, state: 'checked' })
  await updateImport(tx, id, { ...counts, state: 'done' })
  await deleteParts(tx, id)
  await recordImport(tx, row, now)
}

async function recordImport(tx: Db, { actor, accountId, takes, broken, made }: CardImportRow, now: Date): Promise<void> {
  await writeAuditEntry(tx, { accountId, name: actor }, { act: 'card.import', detail: { made, broken, takes } }, now)
}
