import { Refusal } from '#server/refusal.ts'
import type { Settings } from '#server/settings.ts'
import { holdLock, readMark, writeMark, type Mark } from './marks.ts'
import { openSession } from './places.ts'

/** The old place is taken up again, whatever has become of the new one. Says from where it comes back, and since when. */
export async function stay(place: Settings, now: Date): Promise<Mark> {
  await using session = await openSession(place, 'owner')
  await holdLock(session.client)
  const mark = await readMark(session.client)
  if (mark?.state !== 'left' && mark?.state !== 'leaving')
    throw new Refusal('This installation was not moved anywhere: there is nothing to take back.')
  await writeMark(session.client, { ...mark, state: 'stayed', at: now.toISOString() })
  return mark
}
