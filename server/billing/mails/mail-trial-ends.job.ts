import type { Job } from '#server/jobs/job.ts'
import { describeSubscription } from '../subscriptions/describe-subscription.ts'
import { sendBillingMail, type MailDeps } from './send-billing-mail.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/** Sent once per trial, and only while the trial has no payment method. */
export function mailTrialEnds(deps: MailDeps): Job<'billing.mail-trial-ends'> {
  return {
    name: 'billing.mail-trial-ends',
    async run({ subjectId }) {
      const row = await findSubscription(deps.db, subjectId)
      const { isTrial, missingCreditCard } = describeSubscription(row, deps.clock.now(), deps.settings).subscription
      if (!row?.trialEndsAt || !isTrial || !missingCreditCard) return
      await sendBillingMail(deps, subjectId, `trial ${row.trialEndsAt.toISOString()}`, { kind: 'trial-ends', day: row.trialEndsAt })
    },
  }
}
