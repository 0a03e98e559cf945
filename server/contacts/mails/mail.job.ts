import { ownerHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { findContact } from '../contact-store.ts'
import type { Contact } from '../tables.ts'

/** Beyond this, contacts are only in the list and in push messages. */
const mailsPerDayMax = 100
const weekMs = 7 * 86_400_000

type Deps = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** Mails a new contact to each owner of the card. */
export function mailContact({ db, clock, log, mailer, settings }: Deps): Job<'contacts.mail'> {
  return {
    name: 'contacts.mail',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(db, [subjectId], contactId), readCaptureById(db, subjectId)])
      if (!found || !card) return
      const { publicUrl, productName } = settings
      const address = `${publicUrl}${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`
      const now = clock.now()
      const until = new Date(now.getTime() + weekMs)
      await sendToOwners(db, { subjectId, kind: 'contact-mail', about: contactId, until }, async ({ email, language }, mail) => {
        // A retry counts as the same mail. A mail over the limit is marked as sent, so that no retry sends it.
        const isTooMany = await db.transaction(async (tx) => {
          const isFirstTry = await consume(tx, 'contact-mail-counted', mail, until)
          if (!isFirstTry || (await countMail(tx, `contact to ${mailboxOf(email)}`, now)) <= mailsPerDayMax) return false
          await consume(tx, 'contact-mail', mail, until)
          return true
        })
        if (isTooMany) return log.info('mail-not-sent', { reason: 'daily-limit' })
        await mailer.send({ to: email, subjectId, isNotification: true, ...contactMail(found.contact, { address, language, productName }) })
      })
    },
  }
}

type MailInput = { address: string; language: string; productName: string }

/** Contains the whole contact, so that the owner can reply from the mail. */
function contactMail(contact: Contact, { address, language, productName }: MailInput): RenderedMail {
  const t = translateTo(language)
  const { fullName, phoneNumber, emailAddress, title, companyName, notes } = contact
  const details = [[title, companyName].filter(Boolean).join(', '), phoneNumber, emailAddress].filter(Boolean).join('\n')
  return renderMail({
    productName,
    subject: t('notification.contact.title', { name: fullName }),
    lines: [t('mail.contact.body', { name: fullName }), details, ...(notes ? [notes] : [])],
    button: { label: t('inbox.contact'), address },
  })
}
