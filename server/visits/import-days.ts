import type { ArchivedDay } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { addToDays } from './visit-store.ts'

const atOnce = 1000

/** Counts that were taken along from elsewhere. */
export async function importDays(tx: Db, subjectId: string, given: readonly ArchivedDay[]): Promise<void> {
  for (let from = 0; from < given.length; from += atOnce) {
    await addToDays(
      tx,
      given.slice(from, from + atOnce).map((day) => ({ ...day, subjectId })),
    )
  }
}
