import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#server/db/database.ts'
import type { Job, JobData, JobName } from '#server/jobs/job.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/outside/log.ts'
import type { TableShape } from './table-shapes.ts'

/** The name of the list in a backup. The queue's own tables belong to its library and are not copied. */
export const waitingJobs = 'waiting_job'

/**
 * Jobs that were enqueued once, by what somebody did, and have not been done: a mail that waits for its server, an import halfway.
 * Scheduled jobs carry no data and come by themselves; mailed links are not restored at all.
 */
export async function readWaitingJobs(tx: Db): Promise<TableShape[]> {
  if (!(await isQueueThere(tx))) return []
  const source = sql`(select id, name, singleton_key as key, data from jobs.job where state in ('created', 'retry', 'active')
    and ${isOnce} and name <> 'accounts.mail-link')`
  const columns = ['name', 'key', 'data'].map((name) => ({ name, type: 'text' }))
  return [{ name: waitingJobs, columns, order: ['id'], source }]
}

const isOnce = sql`name not like '\\_\\_pgboss%' and coalesce(data::text, '{}') <> '{}'`

async function isQueueThere(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 where to_regclass('jobs.job') is not null`)
  return rows.length > 0
}

type Waiting = z.output<typeof Waiting>
const Waiting = z
  .tuple([z.string().regex(/^[a-z]+\.[a-z-]+$/), z.string().nullable(), z.string()])
  .transform(([name, key, data]) => ({ name, key, data: z.record(z.string(), z.json()).parse(JSON.parse(data)) }))

export const parseWaitingJobs = (part: Buffer): Waiting[] =>
  part
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Waiting.parse(JSON.parse(line)))

/** What waits in the installation that a restore replaces is about rows that are gone, or comes again with the backup. */
export async function removeWaitingJobs(tx: Db): Promise<void> {
  if (await isQueueThere(tx)) await tx.execute(sql`delete from jobs.job where state in ('created', 'retry') and ${isOnce}`)
}

/** In the transaction of the restore, so that they are there exactly if the rows are that they speak of. */
export async function enqueueAgain(tx: Db, { connection, log }: Pick<Database, 'connection'> & { log: Log }, waiting: readonly Waiting[]) {
  if (waiting.length === 0) return
  const names = [...new Set(waiting.map(({ name }) => name as JobName))]
  const queues = names.map((name): Job => ({ name, run: async () => {} }))
  await using jobs = openJobs({ connection, log }, queues, { works: false })
  for (const { name, key, data } of waiting)
    await jobs.enqueue(tx, name as JobName, data as unknown as JobData[JobName], key === null ? {} : { key })
}
