import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { deleteOver } from './limit-store.ts'

const atOnce = 10_000
const roundsMax = 200

/** Windows that are over are of no use to anybody. Many at once, never all: what is counted meanwhile waits for none of it. */
export function tidyLimits({ db }: { db: Db }): Job<'limits.tidy'> {
  return {
    name: 'limits.tidy',
    every: '*/10 * * * *',
    async run() {
      for (let round = 0; round < roundsMax; round++) if ((await deleteOver(db, atOnce)) < atOnce) return
    },
  }
}
