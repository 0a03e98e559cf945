import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { PlanReader } from '../orders/read-plan.ts'
import { listTrialsEnding } from '../subscriptions/subscription-store.ts'

const aheadMs = 3 * 86_400_000
const pageSize = 500

/** Every morning: notifies owners whose trial ends within three days and who have no payment card. */
export function mailBillingDue({ db, clock, settings, jobs }: PlanReader & { jobs: Pick<Jobs, 'enqueue'> }): Job<'billing.mail-due'> {
  return {
    name: 'billing.mail-due',
    every: '23 8 * * *',
    async run() {
      if (!settings.plans) return
      const from = clock.now()
      const until = new Date(from.getTime() + aheadMs)
      for (let after = ''; ;) {
        const page = await listTrialsEnding(db, { from, until, after, limit: pageSize })
        for (const subjectId of page) await jobs.enqueue(db, 'billing.mail-trial-ends', { subjectId }, { key: subjectId })
        const last = page.at(-1)
        if (last === undefined) return
        after = last
      }
    },
  }
}
