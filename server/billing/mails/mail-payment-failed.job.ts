import type { Job } from '#server/jobs/job.ts'
import { sendBillingMail, type MailNeeds } from './send-billing-mail.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/** Once for each month that is not paid, and only while it is not: what was told in a wrong order may be over already. */
export function mailPaymentFailed(needs: MailNeeds): Job<'billing.mail-payment-failed'> {
  return {
    name: 'billing.mail-payment-failed',
    async run({ subjectId }) {
      const row = await findSubscription(needs.db, subjectId)
      if (row?.state !== 'dunning' || !row.dunningUntil || row.dunningUntil <= needs.clock.now()) return
      const about = `unpaid ${row.subscriptionId ?? ''} ${row.dunningUntil.toISOString()}`
      await sendBillingMail(needs, subjectId, about, { kind: 'payment-failed', day: row.dunningUntil })
    },
  }
}
