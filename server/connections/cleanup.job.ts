import { retention } from '#contract/accounts/retention.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteEventsBefore } from './event-store.ts'

/** Every night, deletes old events; their deliveries go with them. */
export function cleanUpEvents({ db, clock }: { db: Db; clock: Clock }): Job<'connections.cleanup'> {
  return {
    name: 'connections.cleanup',
    every: '47 3 * * *',
    run: () => deleteEventsBefore(db, new Date(clock.now().getTime() - retention.eventDays * 86_400_000)),
  }
}
