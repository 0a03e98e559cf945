import type { Job } from '#server/jobs/job.ts'
import { applyEvents, type ApplyNeeds } from './apply-events.ts'

/** As soon as something was heard; and each minute, for what had to wait. */
export function applyHeard(needs: ApplyNeeds): Job<'billing.apply'> {
  return {
    name: 'billing.apply',
    every: '* * * * *',
    async run() {
      const { isDone, waiting } = await applyEvents(needs)
      if (!isDone) await needs.jobs().enqueue(needs.db, 'billing.apply', {}, { key: 'heard' })
      if (waiting > 0) throw new Error(`${waiting} events wait for an answer of the provider`)
    },
  }
}
