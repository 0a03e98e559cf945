import { retention } from '#contract/accounts/retention.ts'
import { ownerHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { openCardById } from '#server/cards/owned/read-own-card.ts'
import type { Job } from '#server/jobs/job.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { countQuarantined, inBatches, markQuarantineNotified } from '../contact-store.ts'
import { contactLimit } from '../contact-limit.ts'

type Deps = PlanReader & { mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const countedMax = 1000
const batchSize = 1000
const weekMs = 7 * 86_400_000

/** Mails each owner of a card that contacts are quarantined: when a spam burst begins, and from the nightly cleanup. */
export function mailQuarantine({ db, clock, mailer, settings }: Deps): Job<'contacts.mail-quarantine'> {
  return {
    name: 'contacts.mail-quarantine',
    async run({ subjectId, isSpamBurst, day }) {
      const now = clock.now()
      const [card, count] = await Promise.all([
        openCardById({ db, clock, settings }, subjectId),
        countQuarantined(db, subjectId, countedMax),
      ])
      if (!card || count === 0) return
      const isReachable = contactLimit(card) === null
      if (!isSpamBurst && !isReachable) return
      const { publicUrl, productName } = settings
      const address = `${publicUrl}${ownerHref(card.subject.alias, 'myContacts')}`
      const about = `${subjectId} ${isSpamBurst} ${day ?? now.toISOString().slice(0, 10)}`
      const until = new Date(now.getTime() + weekMs)
      let isNotified = false
      try {
        await sendToOwners(db, { subjectId, kind: 'quarantine-mail', about, until }, async ({ email, language }) => {
          await mailer.send({
            to: email,
            subjectId,
            isNotification: true,
            ...quarantineMail({ count, isSpamBurst, address, language, productName }),
          })
          isNotified = true
        })
      } finally {
        // One notified owner is enough. If the plan hides the contacts, they are not marked, so that they are never deleted unseen.
        if (isNotified && isReachable) await inBatches(() => db.transaction((tx) => markQuarantineNotified(tx, subjectId, now, batchSize)))
      }
    },
  }
}

type MailInput = { count: number; isSpamBurst: boolean; address: string; language: string; productName: string }

/** Contains nothing that the senders wrote. */
function quarantineMail({ count, isSpamBurst, address, language, productName }: MailInput): RenderedMail {
  const t = translateTo(language)
  const review = t('mail.quarantine.review', { days: retention.quarantinedContactDays })
  return renderMail({
    productName,
    subject: t(isSpamBurst ? 'mail.quarantine.burstSubject' : 'mail.quarantine.subject'),
    lines: [...(isSpamBurst ? [t('mail.quarantine.burst')] : []), t('mail.quarantine.count', { count }), review],
    button: { label: t('mail.quarantine.button'), address },
  })
}
