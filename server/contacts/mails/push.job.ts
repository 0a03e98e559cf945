import { beginningOf } from '#contract/text/beginning-of.ts'
import { ownerHref } from '#contract/pages.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { translateTo } from '#server/messages.ts'
import { sendPush, type PushNeeds } from '#server/push/send-push.ts'
import { findContact } from '../contact-store.ts'
import type { Contact } from '../tables.ts'

/** A notice on the owners' devices, to each in their language. Told twice, the second takes the place of the first: both carry one tag. */
export function pushContact(needs: PushNeeds & { db: Db }): Job<'contacts.push'> {
  return {
    name: 'contacts.push',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(needs.db, [subjectId], contactId), readCaptureById(needs.db, subjectId)])
      // Erased meanwhile: there is nothing to tell.
      if (!found || !card) return
      const path = `${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`
      const textIn = (language: string) => ({ ...contactText(found.contact, language), path, tag: `contact-${contactId}` })
      const { isPutOff } = await sendPush(needs, subjectId, 'New_Connected_Client', textIn)
      // The queue retries, and no device gets the message twice.
      if (isPutOff) throw new Error('a push service put us off')
    },
  }
}

/** Who connected, and the beginning of what they wrote. */
function contactText({ fullName, companyName, notes }: Contact, language: string): { title: string; body: string } {
  const t = translateTo(language)
  return {
    title: t('notification.contact.title', { name: namedInside(fullName) ?? t('notification.contact.unnamed') }),
    body: beginningOf(notes, 200) || companyName || t('notification.contact.body'),
  }
}

/** A name as it stands in a sentence, whichever way it is written; null where there is nothing to be seen of it. */
function namedInside(fullName: string): string | null {
  // Signs that turn the letters around would turn those of the sentence, too.
  const name = fullName.replaceAll(/\p{Bidi_Control}/gu, '')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return null
  return isFromRight.test(name) ? `\u2068${name}\u2069` : name
}

const isFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
