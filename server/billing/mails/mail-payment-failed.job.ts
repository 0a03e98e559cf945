import type { Job } from '#server/jobs/job.ts'
import { sendBillingMail, type MailDeps } from './send-billing-mail.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/** Once for each unpaid period, and only while it is unpaid: events arrive out of order, so it may be paid by now. */
export function mailPaymentFailed(deps: MailDeps): Job<'billing.mail-payment-failed'> {
  return {
    name: 'billing.mail-payment-failed',
    async run({ subjectId }) {
      if (!deps.settings.plans) return
      const row = await findSubscription(deps.db, subjectId)
      if (row?.state !== 'dunning' || !row.dunningUntil || row.dunningUntil <= deps.clock.now()) return
      const key = `unpaid ${row.subscriptionId ?? ''} ${row.dunningUntil.toISOString()}`
      await sendBillingMail(deps, subjectId, key, { kind: 'payment-failed', day: row.dunningUntil })
    },
  }
}
