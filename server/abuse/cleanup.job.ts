import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteClosedBefore } from './report-store.ts'

const retentionMs = 180 * 86_400_000

/** Every night, deletes reports that were closed half a year ago. */
export function cleanUpReports({ db, clock }: { db: Db; clock: Clock }): Job<'abuse.cleanup'> {
  return { name: 'abuse.cleanup', every: '49 3 * * *', run: () => deleteClosedBefore(db, new Date(clock.now().getTime() - retentionMs)) }
}
