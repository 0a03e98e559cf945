import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { sendPush, type PushDeps } from '#server/push/send-push.ts'
import { contactNotice } from '../contact-notice.ts'
import { findContact } from '../contact-store.ts'

/** Notifies the owners' devices, each in its owner's language. If it runs twice, the second message replaces the first: same tag. */
export function pushContact(deps: PushDeps & { db: Db }): Job<'contacts.push'> {
  return {
    name: 'contacts.push',
    async run({ subjectId, contactId }) {
      const [found, card] = await Promise.all([findContact(deps.db, [subjectId], contactId), readCaptureById(deps.db, subjectId)])
      // Erased meanwhile.
      if (!found || !card) return
      const textIn = (language: string) => contactNotice(card.alias, found.contact, language)
      const { isDeferred } = await sendPush(deps, subjectId, 'New_Connected_Client', textIn)
      // The queue retries; no device gets the message twice.
      if (isDeferred) throw new Error('a push service asked to retry later')
    },
  }
}
