import type { Db } from '#server/database/database.ts'
import { storedMs } from '../calls/idempotency.ts'
import { deleteCallsBefore } from '../calls/idempotency-store.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Job } from '#server/jobs/job.ts'
import { deleteExpired } from './limit-store.ts'

const batchSize = 10_000
const roundsMax = 200

/** Deletes expired windows in batches, so that no count waits for it long, and then answers of idempotent calls. */
export function cleanUpLimits({ db, clock }: { db: Db; clock: Clock }): Job<'limits.cleanup'> {
  return {
    name: 'limits.cleanup',
    every: '*/10 * * * *',
    async run() {
      for (let round = 0; round < roundsMax; round++) if ((await deleteExpired(db, batchSize)) < batchSize) break
      await deleteCallsBefore(db, new Date(clock.now().getTime() - storedMs))
    },
  }
}
