import type { ArchivedDay } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listDays } from './visit-store.ts'
import type { VisitDayRow } from './tables.ts'

const batchSize = 2000

/** The daily counts of a card, in batches. */
export async function* exportDays(db: Db, subjectId: string): AsyncGenerator<ArchivedDay[]> {
  for (let after: VisitDayRow | undefined; ;) {
    const found = await listDays(db, subjectId, after, batchSize)
    if (found.length > 0) yield found.map(({ day, name, dimension, value, count }) => ({ day, name, dimension, value, count }))
    after = found.at(-1)
    if (found.length < batchSize) return
  }
}
