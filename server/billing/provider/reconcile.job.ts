import { retention } from '#contract/accounts/retention.ts'
import type { Job } from '#server/jobs/job.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { removeEventsBefore } from '../events/event-store.ts'
import { removeDroppedBefore } from '../orders/close-orders.ts'

const eventRetentionMs = retention.billingEventDays * 86_400_000

/** Every night, and on request: finds lost events by comparison, and removes old rows. */
export function reconcileBilling(deps: ProviderDeps): Job<'billing.reconcile'> {
  return {
    name: 'billing.reconcile',
    every: '17 4 * * *',
    async run() {
      const before = new Date(deps.clock.now().getTime() - eventRetentionMs)
      await removeEventsBefore(deps.db, before)
      await removeDroppedBefore(deps.db, before)
      await compareWithProvider(deps)
    },
  }
}
