import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteClosedBefore } from './report-store.ts'

const keptMs = 180 * 86_400_000

/** Every night: what was closed half a year ago is of no use to anybody. */
export function tidyReports({ db, clock }: { db: Db; clock: Clock }): Job<'abuse.tidy'> {
  return { name: 'abuse.tidy', every: '49 3 * * *', run: () => deleteClosedBefore(db, new Date(clock.now().getTime() - keptMs)) }
}
