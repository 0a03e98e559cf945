import { keeping } from '#contract/accounts/keeping.ts'
import type { Job } from '#server/jobs/job.ts'
import type { ApplyNeeds } from '../events/apply-events.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { removeEventsBefore } from '../events/event-store.ts'
import { removeDroppedBefore } from '../orders/order-ends.ts'

const eventsKeptMs = keeping.billingEventDays * 86_400_000

/** Every night, and when the operator asks: what was lost on the way is found, and what is old is forgotten. */
export function reconcileBilling(needs: ApplyNeeds): Job<'billing.reconcile'> {
  return {
    name: 'billing.reconcile',
    every: '17 4 * * *',
    async run() {
      const before = new Date(needs.clock.now().getTime() - eventsKeptMs)
      await removeEventsBefore(needs.db, before)
      await removeDroppedBefore(needs.db, before)
      await compareWithProvider(needs)
    },
  }
}
