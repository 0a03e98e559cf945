import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { WayChange } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

/** In the same transaction: what changed is told to the mailbox, each change once. */
export async function tellChange(tx: Db, jobs: Jobs, accountId: string, change: WayChange): Promise<void> {
  const changeId = newId()
  await jobs.enqueue(tx, 'accounts.mail-change', { accountId, change, changeId }, { key: changeId })
}
