import type { Job } from '#server/jobs/job.ts'
import { applyEvents, type ApplyNeeds } from './apply-events.ts'
import { settleOrders } from '../orders/settle-orders.ts'

/** As soon as something was heard; and each minute, for what had to wait. */
export function applyHeard(needs: ApplyNeeds): Job<'billing.apply'> {
  return {
    name: 'billing.apply',
    every: '* * * * *',
    async run() {
      const { isDone, waiting } = await applyEvents(needs)
      if (!isDone) await needs.jobs().enqueue(needs.db, 'billing.apply', {}, { key: 'heard' })
      // The next minute asks again by itself: as a failure it would be tried again besides, and each minute one more would be.
      if (waiting > 0) needs.log.warn('billing-events-waiting', { waiting })
      await settleOrders(needs)
    },
  }
}
