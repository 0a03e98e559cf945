import { sayImportFault } from '#contract/cards/import-faults.ts'
import { writeAct } from '#server/audit/write-act.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { importAll, putBatch } from './import/import-cards.ts'
import { readBatches, type Batch } from './import/read-batches.ts'
import { isRefusal } from './import/put-rows.ts'
import { wordsOf } from './import/read-row.ts'
import { deleteParts, findImport, insertFaults, lockImport, readParts, updateImport } from './import-store.ts'
import type { CardImportRow } from './tables.ts'

export function importCardsJob(needs: ImportNeeds): Job<'desk.import'> {
  return { name: 'desk.import', run: ({ importId }) => makeCards(needs, importId) }
}

type ImportNeeds = { db: Db; changes: Changes; clock: Clock; jobs: () => Jobs; settings: PlanLengths }

/** Somebody else was there first. */
class Overtaken extends Error {}

/** A job that takes longer is taken for lost: what is left is another job. */
const patienceMs = 45_000

/**
 * Reads a file on, or makes its cards. How far it came is written in the transaction that makes them, so that whoever takes it up
 * again, or at the same time, makes none twice.
 */
async function makeCards(needs: ImportNeeds, id: string): Promise<void> {
  const row = await findImport(needs.db, id)
  if (!row || !['checking', 'importing'].includes(row.state)) return
  try {
    if (row.state === 'importing' && row.takes === 'all') await makeAll(needs, row)
    else await goOn(needs, row)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!(error instanceof Refusal) && !isRefusal(error)) throw error
    const said = error instanceof Refusal ? error.message : sayImportFault('noneMade', { message: wordsOf(error) })
    await needs.changes.write((tx) => updateImport(tx, id, { state: 'refused', problem: said, updatedAt: needs.clock.now() }))
  }
}

async function goOn(needs: ImportNeeds, row: CardImportRow): Promise<void> {
  const until = performance.now() + patienceMs
  let { atLine } = row
  const file = { parts: readParts(needs.db, row.id), encoding: row.encoding, after: atLine }
  for await (const batch of readBatches(needs.db, file)) {
    if (!(await step(needs, row, batch, atLine))) return
    atLine = batch.atLine
    if (performance.now() > until) return again(needs, row, atLine)
  }
  await end(needs, row, atLine)
}

/** One batch with its place in the file; false where somebody else is further. */
async function step(
  { changes, clock, settings }: ImportNeeds,
  { id, state }: CardImportRow,
  batch: Batch,
  atLine: number,
): Promise<boolean> {
  return changes.write(async (tx, tell) => {
    const row = await lockImport(tx, id)
    if (row?.state !== state || row.atLine !== atLine) return false
    const late = state === 'importing' ? await putBatch(tx, batch, tell, { now: clock.now(), lengths: settings }) : []
    await insertFaults(tx, id, [...batch.faults, ...late])
    const good = batch.rows.length - late.length
    await updateImport(tx, id, {
      atLine: batch.atLine,
      lines: row.lines + batch.lines,
      good: row.good + good,
      broken: row.broken + batch.broken + late.length,
      made: row.made + (state === 'importing' ? good : 0),
      updatedAt: clock.now(),
    })
    return true
  })
}

async function again({ changes, jobs }: ImportNeeds, { id }: CardImportRow, atLine: number): Promise<void> {
  await changes.write((tx) => jobs().enqueue(tx, 'desk.import', { importId: id }, { key: `${id}-${atLine}` }))
}

async function end({ changes, clock }: ImportNeeds, { id, state }: CardImportRow, atLine: number): Promise<void> {
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (row?.state !== state || row.atLine !== atLine) return
    await finish(tx, row, clock.now())
  })
}

async function makeAll(needs: ImportNeeds, row: CardImportRow): Promise<void> {
  const { id, encoding } = row
  const changes: Changes = {
    ...needs.changes,
    write: (work) =>
      needs.changes.write(async (tx, tell) => {
        const held = await lockImport(tx, id)
        if (held?.state !== 'importing') throw new Overtaken()
        const result = await work(tx, tell)
        await finish(tx, { ...held, ...tally }, needs.clock.now())
        return result
      }),
  }
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  await importAll({ ...needs, changes }, { parts: (tx) => readParts(tx, id), encoding }, (now) => Object.assign(tally, now))
}

async function finish(tx: Db, { id, state, actor, accountId, takes, lines, good, broken, made }: CardImportRow, now: Date): Promise<void> {
  const counts = { lines, good, broken, made, updatedAt: now }
  if (state === 'checking') return updateImport(tx, id, { ...counts, state: 'checked' })
  await updateImport(tx, id, { ...counts, state: 'done' })
  await deleteParts(tx, id)
  await writeAct(tx, { accountId, name: actor }, { act: 'card.import', detail: { made, broken, takes } }, now)
}
