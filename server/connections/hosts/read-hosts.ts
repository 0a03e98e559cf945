import { z } from 'zod'
import type { ConnectionHosts } from '#contract/admin/connection-hosts.ts'
import { noAnswerReasons } from '#contract/connection-choices.ts'
import type { Db } from '#server/database/database.ts'
import { readQueueDepth } from '#server/jobs/read-queues.ts'
import { listFailingHosts, listSwitchedOff } from './host-store.ts'

const Attempt = z.object({ at: z.string(), status: z.number().nullable(), answer: z.string(), reason: z.enum(noAnswerReasons).nullable() })

/** What waits of all cards, the hosts that fail, and those that are switched off. */
export async function readHosts(db: Db): Promise<ConnectionHosts> {
  const [queue, failing, off] = await Promise.all([readQueueDepth(db, 'connections.deliver'), listFailingHosts(db), listSwitchedOff(db)])
  return {
    ...queue,
    failing: failing.map(({ last, since, ...host }) => {
      const attempt = last === null ? null : Attempt.parse(JSON.parse(last))
      return {
        ...host,
        since: new Date(since).toISOString(),
        lastAt: attempt ? new Date(attempt.at).toISOString() : null,
        status: attempt?.status ?? null,
        answer: attempt?.answer ?? '',
        reason: attempt?.reason ?? null,
      }
    }),
    off: off.map(({ offAt, ...host }) => ({ ...host, offAt: offAt.toISOString() })),
  }
}
