import { batchCalls } from '#server/common/batch-calls.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { limitConcurrency } from '#server/common/limit-concurrency.ts'
import { insertDeliveries, listDue } from './delivery-store.ts'
import { catchMissedHost } from './hosts/catch-missed-host.ts'
import { recordFailure, recordPause, recordSent, type Sent } from './record-attempt.ts'
import { isSent, sendDelivery, type SendDeps } from './send-delivery.ts'

/** Many, because they mostly wait for receivers: up to 15 seconds for a dead one. */
const atOnce = 400
/** Jobs of one card at a time, so that thousands of its events don't hold up other cards. */
const atOncePerCard = 20
/** Calls of all jobs: an event can go to 20 connections, and each call has a socket. */
const callsMax = { atOnce: 400, perCard: 20 }
/** Statements of all jobs: visitors need the few database connections too. */
const statementsAtOnce = 2

/**
 * Sends an event. An attempt is recorded with the job of the next one; if the process is killed between the answer and that, the same
 * attempt is made again, so each receiver gets the event at least once.
 */
export function deliver(
  deps: SendDeps & { jobs: Pick<Jobs, 'enqueue'> },
  { atOnce: callsAtOnce, perCard } = callsMax,
): Job<'connections.deliver'> {
  const limited = limitConcurrency(statementsAtOnce)
  const limitedCalls = limitConcurrency(callsAtOnce)
  const limitedPerCard = limitEach(perCard)
  const isHostOff = catchMissedHost(deps)
  return {
    name: 'connections.deliver',
    atOnce,
    atOncePerCard,
    async run(data) {
      const { db } = deps
      const { subjectId, eventId, pauses = 0 } = data
      const isFirst = data.connectionId === undefined
      const due = await limited(async () => {
        if (isFirst) await insertDeliveries(db, subjectId, eventId)
        return listDue(db, isFirst ? { subjectId, eventId } : { ...data, dueAt: new Date(data.dueAt) })
      })
      const sent = batchCalls<Sent>((all) => limited(() => recordSent(deps, { subjectId, eventId }, all)))
      const results = await Promise.allSettled(
        due.map(async ({ delivery, connection, event }) => {
          if (await isHostOff({ subjectId, ...connection })) return
          const send = () => sendDelivery(deps, connection, event, delivery.isFull)
          const result = await limitedPerCard(subjectId, () => limitedCalls(send))
          if ('pausedSeconds' in result) await limited(() => recordPause(deps, delivery, result.pausedSeconds, pauses))
          else if (isSent(result)) await sent({ connection, delivery, result })
          else await limited(() => recordFailure(deps, delivery, result))
        }),
      )
      const failed = results.find((result) => result.status === 'rejected')
      // Retries the job for attempts that could not be recorded.
      if (failed) throw failed.reason
    },
  }
}

/** `limitConcurrency` with a separate limit for each key. */
function limitEach(many: number) {
  const limits = new Map<string, { run: ReturnType<typeof limitConcurrency>; pending: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? { run: limitConcurrency(many), pending: 0 }
    limits.set(key, limit)
    limit.pending++
    try {
      return await limit.run(work)
    } finally {
      if (--limit.pending === 0) limits.delete(key)
    }
  }
}
