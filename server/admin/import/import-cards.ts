import { sayImportFault } from '#contract/cards/import-faults.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes, Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { Refusal } from '#server/refusal.ts'
import { type At, isRefusal, putRows, putRowsOneByOne } from './put-rows.ts'
import type { Encoding } from './decode-file.ts'
import { readBatches, type Batch } from './read-batches.ts'
import type { RowFault } from './read-row.ts'

/** A file that can be read more than once. */
export type CardFile = { parts: (db: Db) => AsyncIterable<Uint8Array>; encoding: Encoding }
export type Tally = { lines: number; good: number; broken: number; made: number }
type Hear = (tally: Tally, faults: readonly RowFault[]) => void
type Needs = { db: Db; changes: Changes; clock: { now(): Date }; settings: PlanLengths; signal?: AbortSignal }

/** Reads the whole file against what is here, and makes nothing. */
export async function checkCards(needs: Pick<Needs, 'db' | 'signal'>, file: CardFile, hear: Hear): Promise<Tally> {
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  for await (const batch of readBatches(needs.db, { ...file, parts: file.parts(needs.db) })) {
    needs.signal?.throwIfAborted()
    add(tally, batch, 0, false)
    hear(tally, batch.faults)
  }
  return tally
}

/** Makes what is in order, batch by batch, each with all that belongs to it. */
export async function importGood(needs: Needs, file: CardFile, hear: Hear): Promise<Tally> {
  const tally = { lines: 0, good: 0, broken: 0, made: 0 }
  for await (const batch of readBatches(needs.db, { ...file, parts: file.parts(needs.db) })) {
    needs.signal?.throwIfAborted()
    const late = await needs.changes.write((tx, tell) => putBatch(tx, batch, tell, { now: needs.clock.now(), lengths: needs.settings }))
    add(tally, batch, late.length, true)
    hear(tally, [...batch.faults, ...late])
  }
  return tally
}

/** Makes all of them in one transaction, or none: the first line that will not go in undoes the others. */
export async function importAll(needs: Needs, file: CardFile, hear: Hear): Promise<Tally> {
  return needs.changes.write(async (tx, tell) => {
    const tally = { lines: 0, good: 0, broken: 0, made: 0 }
    for await (const batch of readBatches(tx, { ...file, parts: file.parts(tx) })) {
      needs.signal?.throwIfAborted()
      const [fault] = batch.faults
      if (fault) throw new Refusal(sayImportFault('noneMade', { message: sayImportFault('atLine', fault) }))
      await putRows(tx, batch.rows, tell, { now: needs.clock.now(), lengths: needs.settings })
      add(tally, batch, 0, true)
      hear(tally, [])
    }
    return tally
  })
}

/** Together where that goes; one by one where an alias was taken since it was looked for. */
export async function putBatch(tx: Db, { rows }: Batch, tell: Tell, at: At): Promise<RowFault[]> {
  try {
    await tx.transaction((inner) => putRows(inner, rows, tell, at))
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    return putRowsOneByOne(tx, rows, tell, at)
  }
}

function add(tally: Tally, batch: Batch, late: number, isMade: boolean) {
  tally.lines += batch.lines
  tally.broken += batch.broken + late
  tally.good += batch.rows.length - late
  if (isMade) tally.made += batch.rows.length - late
}
