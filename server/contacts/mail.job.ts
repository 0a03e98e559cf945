import { createHash } from 'node:crypto'
import { ownerHref } from '#contract/pages.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { readCaptureById } from '#server/cards/read-capture.ts'
import { countMail } from '#server/db/count-mail.ts'
import type { Db } from '#server/db/database.ts'
import { isSpent, spend } from '#server/db/spend.ts'
import type { Job } from '#server/jobs/job.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Log } from '#server/outside/log.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { Settings } from '#server/settings.ts'
import { findContact } from './contact-store.ts'
import { presentContactMail } from './present-contact-mail.ts'

/** More on one day are found in the list, and on the phone: a flood of forms is none of mails. */
const mailsADay = 100
const weekMs = 7 * 86_400_000

type Needs = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** A mail to each owner of the card. */
export function mailContact({ db, clock, log, mailer, settings }: Needs): Job<'contacts.mail'> {
  return {
    name: 'contacts.mail',
    async run({ subjectId, contactId }) {
      const [found, card, owners] = await Promise.all([
        findContact(db, [subjectId], contactId),
        readCaptureById(db, subjectId),
        listOwners(db, subjectId),
      ])
      if (!found || !card) return
      const address = `${settings.publicUrl}${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`
      for (const { email, language } of owners) {
        const mail = createHash('sha256').update(`${contactId} ${email}`).digest('base64url')
        if (await isSpent(db, 'contact-mail', mail)) continue
        if ((await countMail(db, `contact to ${mailboxOf(email)}`, clock.now())) > mailsADay) {
          log.info('mail-not-sent', { reason: 'enough-today' })
          continue
        }
        await mailer.send({ to: email, ...presentContactMail(found.contact, { address, language, productName: settings.productName }) })
        // One whose turn comes after a failure is not written to twice.
        await spend(db, 'contact-mail', mail, new Date(clock.now().getTime() + weekMs))
      }
    },
  }
}
