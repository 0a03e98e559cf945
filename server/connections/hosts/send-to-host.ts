import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { listEventIds, lockConnection } from '../connection-store.ts'
import { sendAgain } from '../send-again.ts'
import { findCardOfConnection, listConnectionsOfHost } from './host-store.ts'

type Deps = { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueueAll'> }
/** `connections` are those that are on. */
type Sent = { connections: number; deliveries: number }

/** Sends what waits or failed again, to a host or to one connection by its id. Card by card, each in a transaction of its own. */
export async function sendToHostAgain({ db, clock, jobs }: Deps, to: { host: string } | { id: string }): Promise<Sent> {
  const found =
    'host' in to ? await listConnectionsOfHost(db, to.host, { isOff: false }) : [(await findCardOfConnection(db, to.id)) ?? []].flat()
  const sent: Sent = { connections: 0, deliveries: 0 }
  for (const key of found)
    await db.transaction(async (tx) => {
      const connection = await lockConnection(tx, key)
      if (!connection || connection.offReason !== null) return
      const eventIds = await listEventIds(tx, connection, ['waiting', 'failed'])
      await sendAgain(tx, jobs, connection, eventIds.toSorted(), clock.now())
      sent.connections += 1
      sent.deliveries += eventIds.length
    })
  return sent
}
