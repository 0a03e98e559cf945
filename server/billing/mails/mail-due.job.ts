import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { listTrialsEnding } from '../subscriptions/subscription-store.ts'

const aheadMs = 3 * 86_400_000
const pageSize = 500

/** Every morning: whose trial ends within three days, and no payment card is known. */
export function mailBillingDue({ db, clock, jobs }: { db: Db; clock: Clock; jobs: () => Jobs }): Job<'billing.mail-due'> {
  return {
    name: 'billing.mail-due',
    every: '23 8 * * *',
    async run() {
      const from = clock.now()
      const until = new Date(from.getTime() + aheadMs)
      for (let after = ''; ;) {
        const page = await listTrialsEnding(db, { from, until, after, limit: pageSize })
        for (const subjectId of page) await jobs().enqueue(db, 'billing.mail-trial-ends', { subjectId }, { key: subjectId })
        const last = page.at(-1)
        if (last === undefined) return
        after = last
      }
    },
  }
}
