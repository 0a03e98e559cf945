import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { JobName } from './job.ts'

export type QueueCounts = { name: string; waiting: number; active: number; retrying: number; failed: number }
type FailingJob = {
  id: string
  queue: string
  state: 'retry' | 'failed'
  attempts: number
  queuedAt: Date
  nextAt: Date | null
  error: string
}

/** Right after the first start the jobs table does not exist yet. */
async function isOpen(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ found: string | null }>(sql`select to_regclass('jobs.job')::text as found`)
  return rows[0]?.found !== null
}

/** Counts of each queue. Done jobs are deleted within the hour, so the table stays small. */
export async function readQueues(db: Db): Promise<QueueCounts[]> {
  if (!(await isOpen(db))) return []
  const { rows } = await db.execute<QueueCounts>(sql`
    select q.name,
      count(*) filter (where j.state = 'created')::int as waiting,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'retry')::int as retrying,
      count(*) filter (where j.state = 'failed')::int as failed
    from jobs.queue q left join jobs.job j on j.name = q.name
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`)
  return rows
}

/** How long the oldest job that is due has waited. */
export async function readOldestWaitingSeconds(db: Db): Promise<number> {
  if (!(await isOpen(db))) return 0
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from now() - min(start_after))::float8 as seconds from jobs.job
    where state = 'created' and start_after <= now() and name not like '\\_\\_pgboss%'`)
  return rows[0]?.seconds ?? 0
}

type FailingRow = Omit<FailingJob, 'askedAt' | 'nextAt'> & { queued_at: string; next_at: string | null }

/** Jobs that have failed at least once and are not done, by id. */
export async function listFailingJobs(db: Db, { after, limit }: { after: string | undefined; limit: number }): Promise<FailingJob[]> {
  if (!(await isOpen(db))) return []
  const { rows } = await db.execute<FailingRow>(sql`
    select id, name as queue, state::text as state, retry_count + 1 as attempts, created_on::text as queued_at,
      case when state = 'retry' then start_after::text end as next_at,
      left(coalesce(output ->> 'message', output ->> 'value', ''), 400) as error
    from jobs.job
    where state in ('retry', 'failed') and name not like '\\_\\_pgboss%' ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${limit}`)
  return rows.map(({ queued_at, next_at, ...job }) => ({
    ...job,
    attempts: Number(job.attempts),
    queuedAt: new Date(queued_at),
    nextAt: next_at === null ? null : new Date(next_at),
  }))
}

/** Makes a failed job due now; null if there is none with this id. */
export async function retryJob(tx: Db, id: string): Promise<{ queue: string } | null> {
  if (!(await isOpen(tx))) return null
  const { rows } = await tx.execute<{ queue: string }>(sql`
    update jobs.job set state = 'retry', start_after = now(), completed_on = null, retry_limit = greatest(retry_limit, retry_count + 1)
    where id = ${id}::uuid and state in ('retry', 'failed') returning name as queue`)
  return rows[0] ?? null
}

/** How many jobs of a queue have not started, and how long the oldest that is due has waited. */
export async function readQueueDepth(db: Db, name: JobName): Promise<{ waiting: number; overdueSeconds: number }> {
  if (!(await isOpen(db))) return { waiting: 0, overdueSeconds: 0 }
  const { rows } = await db.execute<{ waiting: number; overdueSeconds: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as "overdueSeconds"
    from jobs.job where name = ${name} and state in ('created', 'retry')`)
  return rows[0] ?? { waiting: 0, overdueSeconds: 0 }
}
