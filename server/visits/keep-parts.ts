import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/outside/log.ts'
import { changesOf, monthsBefore, partsAhead } from './part-policy.ts'
import { deleteOutsideBefore, dropPart, listParts, makePart } from './part-store.ts'

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
