import { batchCalls } from '#server/batch-calls.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { insertDeliveries, listDue } from './delivery-store.ts'
import { catchMissedHost } from './hosts/catch-missed-host.ts'
import { recordFailure, recordPause, recordSent, type Sent } from './record-attempt.ts'
import { isSent, sendDelivery, type SendDeps } from './send-delivery.ts'

/** Most of the time they wait for receivers, up to 15 seconds for each that is dead. */
const atOnce = 400
/** Of all of these: an event can go to 20 connections, and each call has a socket. */
const callsAtOnce = 400
/** Of all of these. The database's few connections are for visitors too. */
const statementsAtOnce = 2

/**
 * Sends an event. An attempt is recorded with the job of the next one; if the process is killed between the answer and that, the same
 * attempt is made again, so each receiver gets the event at least once.
 */
export function deliver(deps: SendDeps & { jobs: () => Pick<Jobs, 'enqueue'> }): Job<'connections.deliver'> {
  const limited = limitConcurrency(statementsAtOnce)
  const limitedCalls = limitConcurrency(callsAtOnce)
  const isHostOff = catchMissedHost(deps)
  return {
    name: 'connections.deliver',
    atOnce,
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
          const result = await limitedCalls(() => sendDelivery(deps, connection, event, delivery.isFull))
          if ('pausedSeconds' in result) await limited(() => recordPause(withJobs(), delivery, result.pausedSeconds, pauses))
          else if (isSent(result)) await sent({ connection, delivery, result })
          else await limited(() => recordFailure(withJobs(), delivery, result))
        }),
      )
      const failed = results.find((result) => result.status === 'rejected')
      // The job is retried, for those that could not be recorded.
      if (failed) throw failed.reason
    },
  }

  function withJobs() {
    return { ...deps, jobs: deps.jobs() }
  }
}

/** Runs so many at once; the others wait in order. */
function limitConcurrency(many: number) {
  let free = many
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
