import type { Job } from '#server/jobs/job.ts'
import { describeSubscription } from '../subscriptions/describe-subscription.ts'
import { sendBillingMail, type MailNeeds } from './send-billing-mail.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/** Once for each trial, and only while it still is one that ends without a payment card. */
export function mailTrialEnds(needs: MailNeeds): Job<'billing.mail-trial-ends'> {
  return {
    name: 'billing.mail-trial-ends',
    async run({ subjectId }) {
      const row = await findSubscription(needs.db, subjectId)
      const { isTrial, missingCreditCard } = describeSubscription(row, needs.clock.now()).subscription
      if (!row?.trialEndsAt || !isTrial || !missingCreditCard) return
      await sendBillingMail(needs, subjectId, `trial ${row.trialEndsAt.toISOString()}`, { kind: 'trial-ends', day: row.trialEndsAt })
    },
  }
}
