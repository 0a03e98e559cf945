import type { ArchivedDay } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { addToDays, addToFigures } from './visit-store.ts'

const batchSize = 1000

/** Imports daily counts from an archive. */
export async function importDays(tx: Db, subjectId: string, archived: readonly ArchivedDay[]): Promise<void> {
  for (let from = 0; from < archived.length; from += batchSize) {
    const rows = archived.slice(from, from + batchSize).map((day) => ({ ...day, subjectId }))
    await addToDays(tx, rows)
    await addToFigures(tx, rows)
  }
}
