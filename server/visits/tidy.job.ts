import { keeping } from '#contract/accounts/keeping.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { changesOf, monthsBefore, partsAhead } from './part-policy.ts'
import { deleteOutsideBefore, dropPart, listParts, makePart } from './part-store.ts'
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

/** Tables for the events to come, and none for those whose time is over. */
export async function keepParts({ db, log }: { db: Db; log: Log }, now: Date, monthsKept: number): Promise<void> {
  const known = await listParts(db)
  const limit = monthsKept === 0 ? now : monthsBefore(now, monthsKept)
  // A table goes as soon as the first event in it is too old: nothing is kept longer than people are told.
  for (const part of known) if (part.from < limit) await dropPart(db, part)
  await deleteOutsideBefore(db, limit)
  if (monthsKept === 0) return

  const { made, dropped } = changesOf(
    partsAhead(now, known),
    known.filter(({ from }) => from >= limit),
  )
  for (const part of dropped) if (!(await dropPart(db, part, { isEmpty: true }))) return
  for (const part of made) if ((await makePart(db, part)) === 'too-much-outside') log.warn('visit-events-outside', { table: part.name })
}
