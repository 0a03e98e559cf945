import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { lockConnection, updateRow } from '../connection-store.ts'
import type { ConnectionRow } from '../tables.ts'
import { isSwitchedOff, listOffHosts, lockHost } from './host-store.ts'

type Deps = { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'> }
type Called = Pick<ConnectionRow, 'subjectId' | 'id' | 'url'>

const rereadMs = 5000

/**
 * Before a call: switches a connection off if its host is. An earlier release stored addresses as they were typed, and those weren’t found
 * when the host was switched off. Returns whether it is off.
 */
export function catchMissedHost({ db, clock, jobs }: Deps): (connection: Called) => Promise<boolean> {
  let readMs = 0
  let read: Promise<ReadonlySet<string>> | null = null

  return async ({ url, ...key }) => {
    const { host, href } = new URL(url)
    if (!(await readHosts()).has(host)) return false
    return db.transaction(async (tx) => {
      await lockHost(tx, host, { isExclusive: false })
      const connection = await lockConnection(tx, key)
      if (!connection || connection.offReason !== null) return true
      if (!(await isSwitchedOff(tx, host))) return false
      const now = clock.now()
      await updateRow(tx, key, { url: href, offReason: 'host', offAt: now })
      const mail = { subjectId: key.subjectId, connectionId: key.id, kind: 'host' as const, mailId: newId(now.getTime()) }
      await jobs.enqueue(tx, 'connections.mail', mail)
      return true
    })
  }

  function readHosts() {
    const nowMs = clock.now().getTime()
    if (read && Math.abs(nowMs - readMs) < rereadMs) return read
    readMs = nowMs
    read = listOffHosts(db)
    read.catch(() => (read = null))
    return read
  }
}
