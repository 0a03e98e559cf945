import { keeping } from '#contract/keeping.ts'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import { deleteLogsBefore, dropMonthsBefore, makeMonth } from './visit-store.ts'

const dayMs = 86_400_000

/** Every night: tables for the months to come, and nothing kept longer than we say. */
export function tidyVisits({ db, clock }: { db: Db; clock: Clock }): Job<'visits.tidy'> {
  return {
    name: 'visits.tidy',
    every: '17 3 * * *',
    async run() {
      const now = clock.now()
      const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
      for (const ahead of [1, 2]) await makeMonth(db, month(ahead))
      await dropMonthsBefore(db, month(-keeping.visitEventMonths))
      await deleteLogsBefore(db, new Date(now.getTime() - keeping.pageTroubleDays * dayMs))
    },
  }
}
