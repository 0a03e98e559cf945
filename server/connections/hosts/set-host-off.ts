import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deleteSwitchedOff, insertSwitchedOff, listConnectionsOfHost, lockHost, switchOffConnections } from './host-store.ts'

type Deps = { jobs: Pick<Jobs, 'enqueueAll'>; now: Date }

/** Stops sending to a host for all cards, and mails the owners of each card once. Returns how many connections that switched off. */
export async function switchHostOff(tx: Db, { jobs, now }: Deps, { host, reason }: { host: string; reason: string }): Promise<number> {
  await lockHost(tx, host, { isExclusive: true })
  await insertSwitchedOff(tx, { host, reason, offAt: now })
  const connections = await switchOffConnections(tx, host, now)
  const onePerCard = new Map(connections.map(({ subjectId, id }) => [subjectId, id]))
  const mailId = newId(now.getTime())
  const mails = [...onePerCard].map(([subjectId, connectionId]) => ({ subjectId, connectionId, kind: 'host' as const, mailId }))
  if (mails.length > 0) await jobs.enqueueAll(tx, 'connections.mail', mails)
  return connections.length
}

/** Switches its connections on again, in jobs. Returns how many; null if the host isn't off. */
export async function allowHost(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { host, sendMissed }: { host: string; sendMissed: boolean },
): Promise<number | null> {
  await lockHost(tx, host, { isExclusive: true })
  if (!(await deleteSwitchedOff(tx, host))) return null
  const connections = await listConnectionsOfHost(tx, host, { isOff: true })
  const all = connections.map(({ subjectId, id: connectionId }) => ({ subjectId, connectionId, sendMissed }))
  if (all.length > 0) await jobs.enqueueAll(tx, 'connections.resume', all)
  return connections.length
}
