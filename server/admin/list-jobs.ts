import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { listFailingJobs, readQueues, retryJob } from '#server/jobs/read-queues.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { pageSize, cutPage } from './cut-page.ts'

type Deps = { db: Db; changes: Changes; clock: Clock }

/** Queues and failing jobs, without a job's data, which may contain an email address. */
export async function listJobs({ db }: Pick<Deps, 'db'>, after: string | undefined) {
  const [queues, found] = await Promise.all([readQueues(db), listFailingJobs(db, { after, limit: pageSize + 1 })])
  const { visible, next } = cutPage(found, ({ id }) => id)
  const failing = visible.map((job) => ({ ...job, queuedAt: job.queuedAt.toISOString(), nextAt: job.nextAt?.toISOString() ?? null }))
  return { queues, failing, next }
}

export async function retryAnyJob({ db, changes, clock }: Deps, caller: Caller, id: string): Promise<void> {
  const actor = await readActor(db, caller)
  await changes.write(async (tx) => {
    const job = await retryJob(tx, id)
    if (!job) throw problem('not-found')
    await writeAuditEntry(tx, actor, { act: 'job.retry', detail: { queue: job.queue } }, clock.now())
  })
}
