import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { failWaiting, listEventIds, listMissed, updateRow } from './connection-store.ts'
import { insertAgain } from './delivery-store.ts'
import type { ConnectionRow } from './tables.ts'

/** Sends these events at once, starting over with the attempts: failed, waiting, sent or missed ones. */
export async function sendAgain(
  tx: Db,
  jobs: Pick<Jobs, 'enqueueAll'>,
  connection: Pick<ConnectionRow, 'subjectId' | 'id' | 'isFull'>,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return
  const { subjectId, id: connectionId } = connection
  await insertAgain(tx, connection, eventIds, now)
  const dueAt = now.toISOString()
  await jobs.enqueueAll(
    tx,
    'connections.deliver',
    eventIds.map((eventId) => ({ subjectId, eventId, connectionId, dueAt })),
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
  await sendAgain(tx, jobs, connection, [...(await listEventIds(tx, connection, ['waiting'])), ...missed].toSorted(), now)
}
