import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#server/database/database.ts'
import type { Job, JobData, JobName } from '#server/jobs/job.ts'
import { openJobs, type Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/integrations/log.ts'
import type { TableShape } from './copy-tables.ts'

const atOnce = 1000

/** The name of the list in a backup. The queue's own tables belong to its library and are not copied. */
export const waitingJobs = 'waiting_job'

/**
 * Jobs that a request enqueued and that are not done: a mail whose server is unavailable, a half-finished import. An active job is
 * restored as waiting. Scheduled jobs carry no data and are enqueued by their schedule; mailed links are not restored.
 */
export async function readWaitingJobs(tx: Db): Promise<TableShape[]> {
  if (!(await isQueueThere(tx))) return []
  const startAfter = sql`to_json(start_after) #>> '{}' as start_after`
  const source = sql`(select id, name, singleton_key as key, data, ${startAfter} from jobs.job where ${isWaiting} and name <> 'accounts.mail-link')`
  const columns = ['name', 'key', 'data', 'start_after'].map((name) => ({ name, type: 'text' }))
  return [{ name: waitingJobs, columns, order: ['id'], source }]
}

const isWaiting = sql`state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and coalesce(data::text, '{}') <> '{}'`

async function isQueueThere(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 where to_regclass('jobs.job') is not null`)
  return rows.length > 0
}

type WaitingJob = z.output<typeof WaitingJob>
const WaitingJob = z
  // Older backups don't have the start.
  .tuple([z.string().regex(/^[a-z-]+\.[a-z-]+$/), z.string().nullable(), z.string(), z.coerce.date().optional()])
  .transform(([name, key, data, startAfter]) => ({
    name: name as JobName,
    options: { ...(key !== null && { key }), ...(startAfter && { startAfter }) },
    data: z.record(z.string(), z.json()).parse(JSON.parse(data)),
  }))

export const parseWaitingJobs = (part: Buffer): WaitingJob[] =>
  part
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => WaitingJob.parse(JSON.parse(line)))

/**
 * Deletes the jobs of the installation that a restore replaces: their rows are gone, or the backup contains them. Active jobs too:
 * one whose server stopped would run again beside its copy from the backup.
 */
export async function removeWaitingJobs(tx: Db): Promise<void> {
  if (await isQueueThere(tx)) await tx.execute(sql`delete from jobs.job where ${isWaiting}`)
}

/** Null if no job waits. Open it before the restore's transaction, which must not sit idle while queues are created. */
export function openQueues({ connection, log }: Pick<Database, 'connection'> & { log: Log }, waiting: readonly WaitingJob[]): Jobs | null {
  const queues = [...new Set(waiting.map(({ name }) => name))].map((name): Job => ({ name, run: async () => {} }))
  return queues.length > 0 ? openJobs({ connection, log }, queues, { works: false, isCommand: true }) : null
}

/**
 * Runs in the transaction of the restore, so jobs are restored exactly if their rows are. One by one, a backlog of deliveries would keep
 * visitors waiting for minutes.
 */
export async function enqueueAgain(tx: Db, jobs: Pick<Jobs, 'enqueueAll'> | null, waiting: readonly WaitingJob[]) {
  for (const [name, all] of Map.groupBy(waiting, (job) => job.name))
    for (let at = 0; at < all.length; at += atOnce) {
      const some = all.slice(at, at + atOnce)
      const data = some.map((job) => job.data as unknown as JobData[JobName])
      await jobs?.enqueueAll(
        tx,
        name,
        data,
        some.map((job) => job.options),
      )
    }
}
