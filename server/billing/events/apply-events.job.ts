import type { Job } from '#server/jobs/job.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import { applyEvents } from './apply-events.ts'
import { reconcileOrders } from '../orders/reconcile-orders.ts'

/** Runs when an event arrives, and every minute for events that had to wait. */
export function applyBillingEvents(deps: ProviderDeps): Job<'billing.apply'> {
  return {
    name: 'billing.apply',
    every: '* * * * *',
    async run() {
      const { isDone, waiting } = await applyEvents(deps)
      if (!isDone) await deps.jobs.enqueue(deps.db, 'billing.apply', {}, { key: 'received' })
      // Not an error: the next minute retries anyway, and a failed job would add its own retries on top.
      if (waiting > 0) deps.log.warn('billing-events-waiting', { waiting })
      await reconcileOrders(deps)
    },
  }
}
