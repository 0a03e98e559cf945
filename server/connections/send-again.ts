import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { failWaiting, listEventIds, listMissed, updateRow } from './connection-store.ts'
import { insertAgain } from './delivery-store.ts'
import type { ConnectionRow } from './tables.ts'

/** An immediate delivery requested less than this ago isn’t enqueued again: its job is waiting or running. */
const resendAfterMs = 60_000

/**
 * Sends these events at once, starting over with the attempts: failed, waiting, sent or missed ones. With `isForced` also those that are to
 * be sent at once already: with another key.
 */
export async function sendAgain(
  tx: Db,
  jobs: Pick<Jobs, 'enqueueAll'>,
  connection: Pick<ConnectionRow, 'subjectId' | 'id' | 'isFull'>,
  eventIds: readonly string[],
  now: Date,
  { isForced = false } = {},
): Promise<void> {
  if (eventIds.length === 0) return
  const { subjectId, id: connectionId } = connection
  const plannedSince = isForced ? now : new Date(now.getTime() - resendAfterMs)
  const planned = await insertAgain(tx, connection, eventIds, { dueAt: now, plannedSince })
  const dueAt = now.toISOString()
  if (planned.length === 0) return
  await jobs.enqueueAll(
    tx,
    'connections.deliver',
    planned.map((eventId) => ({ subjectId, eventId, connectionId, dueAt })),
  )
}

/** Switches a connection on that its transaction locked. */
export async function resumeConnection(
  tx: Db,
  jobs: Pick<Jobs, 'enqueueAll'>,
  connection: ConnectionRow,
  { sendMissed, now }: { sendMissed: boolean; now: Date },
): Promise<void> {
  await updateRow(tx, connection, { offReason: null, offAt: null, failingSince: null, mailedAt: null, attention: null })
  if (!sendMissed) return failWaiting(tx, connection)
  const missed = await listMissed(tx, connection, connection.offAt ?? now)
  await sendAgain(tx, jobs, connection, [...(await listEventIds(tx, connection, ['waiting'])), ...missed].toSorted(), now, {
    isForced: true,
  })
}
