import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import { clearLostImporters, deleteImportsBefore } from './import-store.ts'

/** A file of cards holds names and addresses: it is not kept longer than somebody needs to finish it. */
const keptMs = 30 * 86_400_000

/** Every night, and whenever somebody is gone. */
export function tidyDesk({ db, clock }: { db: Db; clock: Clock }): Job<'desk.tidy'> {
  return {
    name: 'desk.tidy',
    every: '47 3 * * *',
    async run() {
      await deleteImportsBefore(db, new Date(clock.now().getTime() - keptMs))
      await clearLostImporters(db)
    },
  }
}
