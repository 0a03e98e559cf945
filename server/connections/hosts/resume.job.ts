import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { findConnection, lockConnection } from '../connection-store.ts'
import { resumeConnection } from '../send-again.ts'
import { isSwitchedOff, lockHost } from './host-store.ts'

/** Switches on a connection that was off because of its host, unless the host was switched off again or the owner changed it. */
export function resume({ db, clock, jobs }: { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueueAll'> }): Job<'connections.resume'> {
  return {
    name: 'connections.resume',
    async run({ subjectId, connectionId: id, sendMissed }) {
      const found = await findConnection(db, { subjectId, id })
      if (!found) return
      const { host } = new URL(found.url)
      await db.transaction(async (tx) => {
        await lockHost(tx, host, { isExclusive: false })
        const connection = await lockConnection(tx, found)
        if (connection?.offReason !== 'host' || (await isSwitchedOff(tx, host))) return
        await resumeConnection(tx, jobs, connection, { sendMissed, now: clock.now() })
      })
    },
  }
}
