import { beginningOf } from '#contract/beginning-of.ts'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { readCaptureById } from '#server/cards/read-capture.ts'
import { sendPush, type PushNeeds } from '#server/push/send-push.ts'
import { ownerHref } from '#contract/pages.ts'
import { findContact } from './contact-store.ts'

/** A notice on the owner's devices. Told twice, the second takes the place of the first: both carry one tag. */
export function pushContact(needs: PushNeeds & { db: Db }): Job<'contacts.push'> {
  return {
    name: 'contacts.push',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(needs.db, [subjectId], contactId), readCaptureById(needs.db, subjectId)])
      // Erased meanwhile: there is nothing to tell.
      if (!found || !card) return
      const { fullName, companyName, notes } = found.contact
      await sendPush(needs, subjectId, 'New_Connected_Client', {
        title: `${fullName} just connected`,
        body: beginningOf(notes, 200) || companyName || 'Tap to see the card.',
        path: `${ownerHref(card.alias, 'myContacts')}?contact=${contactId}`,
        tag: `contact-${contactId}`,
      })
    },
  }
}
