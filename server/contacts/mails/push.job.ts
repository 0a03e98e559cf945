import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { sendPush, type PushNeeds } from '#server/push/send-push.ts'
import { ownerHref } from '#contract/pages.ts'
import { findContact } from '../contact-store.ts'
import { presentContactPush } from './present-contact-push.ts'

/** A notice on the owners' devices, to each in their language. Told twice, the second takes the place of the first: both carry one tag. */
export function pushContact(needs: PushNeeds & { db: Db }): Job<'contacts.push'> {
  return {
    name: 'contacts.push',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(needs.db, [subjectId], contactId), readCaptureById(needs.db, subjectId)])
      // Erased meanwhile: there is nothing to tell.
      if (!found || !card) return
      const path = `${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`
      const wordsIn = (language: string) => ({ ...presentContactPush(found.contact, language), path, tag: `contact-${contactId}` })
      const { isPutOff } = await sendPush(needs, subjectId, 'New_Connected_Client', wordsIn)
      // The queue retries, and no device gets the message twice.
      if (isPutOff) throw new Error('a push service put us off')
    },
  }
}
