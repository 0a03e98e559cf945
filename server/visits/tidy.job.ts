import { keeping } from '#contract/keeping.ts'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Log } from '#server/outside/log.ts'
import type { Settings } from '#server/settings.ts'
import { keepParts } from './keep-parts.ts'
import { deleteLogsBefore, deleteQuartersBefore } from './visit-store.ts'

type Needs = { db: Db; clock: Clock; log: Log; settings: Pick<Settings, 'visitEventMonths'> }

const dayMs = 86_400_000

/** Every night: tables for the events to come, and nothing kept longer than we say. */
export function tidyVisits({ db, clock, log, settings }: Needs): Job<'visits.tidy'> {
  return {
    name: 'visits.tidy',
    every: '17 3 * * *',
    async run() {
      const now = clock.now()
      const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
      await deleteLogsBefore(db, daysAgo(keeping.pageTroubleDays))
      await deleteQuartersBefore(db, daysAgo(keeping.visitQuarterDays))
      await keepParts({ db, log }, now, settings.visitEventMonths)
    },
  }
}
