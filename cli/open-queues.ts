import type { JobName } from '#server/jobs/job.ts'
import { openJobs, type Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/integrations/log.ts'
import type { Resources } from './command.ts'

/** Queues for jobs that are enqueued with the change they follow from; a running server runs them. */
export const openQueues = ({ database }: Resources, ...names: JobName[]): Jobs =>
  openJobs(
    { ...database, log: createLog('error') },
    names.map((name) => ({ name, run: async () => {} })),
    { works: false, isCommand: true },
  )
