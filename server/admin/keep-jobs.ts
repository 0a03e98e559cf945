import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAct } from '#server/audit/write-act.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { listTroubledJobs, readQueues, retryJob } from '#server/jobs/read-queues.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; changes: Changes; clock: Clock }

/** Work in the background. What a job was given stays out of it: it may hold an address. */
export async function listJobs({ db }: Pick<Needs, 'db'>, after: string | undefined) {
  const [queues, found] = await Promise.all([readQueues(db), listTroubledJobs(db, { after, limit: atOnce + 1 })])
  const { shown, next } = paged(found, ({ id }) => id)
  const troubled = shown.map((job) => ({ ...job, askedAt: job.askedAt.toISOString(), nextAt: job.nextAt?.toISOString() ?? null }))
  return { queues, troubled, next }
}

export async function tryJobAgain({ db, changes, clock }: Needs, caller: Caller, id: string): Promise<void> {
  const actor = await readActor(db, caller)
  await changes.write(async (tx) => {
    const job = await retryJob(tx, id)
    if (!job) throw problem('not-found')
    await writeAct(tx, actor, { act: 'job.retry', detail: { queue: job.queue } }, clock.now())
  })
}
