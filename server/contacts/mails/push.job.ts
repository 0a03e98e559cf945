import { beginningOf } from '#contract/text/beginning-of.ts'
import { ownerHref } from '#contract/pages.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { translateTo } from '#server/messages.ts'
import { sendPush, type PushDeps } from '#server/push/send-push.ts'
import { findContact } from '../contact-store.ts'
import type { Contact } from '../tables.ts'

/** Notifies the owners' devices, each in its owner's language. If it runs twice, the second message replaces the first: same tag. */
export function pushContact(deps: PushDeps & { db: Db }): Job<'contacts.push'> {
  return {
    name: 'contacts.push',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(deps.db, [subjectId], contactId), readCaptureById(deps.db, subjectId)])
      // Erased meanwhile.
      if (!found || !card) return
      const path = `${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`
      const textIn = (language: string) => ({ ...contactText(found.contact, language), path, tag: `contact-${contactId}` })
      const { isDeferred } = await sendPush(deps, subjectId, 'New_Connected_Client', textIn)
      // The queue retries; no device gets the message twice.
      if (isDeferred) throw new Error('a push service asked to retry later')
    },
  }
}

/** The contact's name, and the beginning of their message. */
function contactText({ fullName, companyName, notes }: Contact, language: string): { title: string; body: string } {
  const t = translateTo(language)
  return {
    title: t('notification.contact.title', { name: isolateName(fullName) ?? t('notification.contact.unnamed') }),
    body: beginningOf(notes, 200) || companyName || t('notification.contact.body'),
  }
}

/** A name for use in a sentence: right-to-left names are isolated. Null if it has no visible characters. */
function isolateName(fullName: string): string | null {
  // Bidi control characters would also reverse the text of the sentence.
  const name = fullName.replaceAll(/\p{Bidi_Control}/gu, '')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return null
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
