import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { deleteOver } from './limit-store.ts'

const atOnce = 10_000
const roundsMax = 200

/** Deletes expired windows in batches, so that no count waits for it long. */
export function tidyLimits({ db }: { db: Db }): Job<'limits.tidy'> {
  return {
    name: 'limits.tidy',
    every: '*/10 * * * *',
    async run() {
      for (let round = 0; round < roundsMax; round++) if ((await deleteOver(db, atOnce)) < atOnce) return
    },
  }
}
