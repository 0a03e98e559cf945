import { ownerHref } from '#contract/pages.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { readCaptureById } from '#server/cards/read-capture.ts'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { Settings } from '#server/settings.ts'
import { findContact } from './contact-store.ts'
import { presentContactMail } from './present-contact-mail.ts'

type Needs = { db: Db; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** A mail to each owner of the card. */
export function mailContact({ db, mailer, settings }: Needs): Job<'contacts.mail'> {
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
        await mailer.send({ to: email, ...presentContactMail(found.contact, { address, language, productName: settings.productName }) })
      }
    },
  }
}
