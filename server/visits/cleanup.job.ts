import { retention } from '#contract/accounts/retention.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { changesOf, monthsBefore, partitionsAhead } from './partition-policy.ts'
import { deleteDefaultRowsBefore, dropPartition, listPartitions, createPartition } from './partition-store.ts'
import { deleteLogsBefore, deleteQuartersBefore } from './visit-store.ts'

type Deps = { db: Db; clock: Clock; log: Log; settings: Pick<Settings, 'visitEventMonths'> }

const dayMs = 86_400_000

/** Every night, creates partitions for the coming months, and deletes what is older than its retention period. */
export function cleanUpVisits({ db, clock, log, settings }: Deps): Job<'visits.cleanup'> {
  return {
    name: 'visits.cleanup',
    every: '17 3 * * *',
    async run() {
      const now = clock.now()
      const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
      await deleteLogsBefore(db, daysAgo(retention.pageErrorDays))
      await deleteQuartersBefore(db, daysAgo(retention.visitQuarterDays))
      await updatePartitions({ db, log }, now, settings.visitEventMonths)
    },
  }
}

/** Creates partitions for the coming months, and drops expired ones. */
export async function updatePartitions({ db, log }: { db: Db; log: Log }, now: Date, retentionMonths: number): Promise<void> {
  const known = await listPartitions(db)
  const limit = retentionMonths === 0 ? now : monthsBefore(now, retentionMonths)
  // A partition is dropped once its first event is too old, so that no event is stored longer than promised.
  for (const part of known) if (part.from < limit) await dropPartition(db, part)
  await deleteDefaultRowsBefore(db, limit)
  if (retentionMonths === 0) return

  const { created, dropped } = changesOf(
    partitionsAhead(now, known),
    known.filter(({ from }) => from >= limit),
  )
  for (const part of dropped) if (!(await dropPartition(db, part, { isEmpty: true }))) return
  for (const part of created)
    if ((await createPartition(db, part)) === 'too-many-rows') log.warn('visit-events-unpartitioned', { table: part.name })
}
