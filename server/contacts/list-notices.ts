import type { InboxNotice } from '#contract/inbox.ts'
import type { OwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import { contactLimit } from './contact-limit.ts'
import { contactNotice } from './contact-notice.ts'
import { listContacts } from './contact-store.ts'

type Options = { since: Date; limit: number; language: string }

/** The notices of contacts since then, newest first: those that the owner is notified of and the plan shows. */
export async function listContactNotices(db: Db, card: OwnCard, { since, limit, language }: Options): Promise<InboxNotice[]> {
  const filter = { from: since, onlySubmitted: true, withoutQuarantined: true, newest: contactLimit(card) }
  const found = await listContacts(db, card.subject.id, filter, { limit })
  return found.map(({ contact }) => ({
    ...contactNotice(card.subject.alias, contact, language),
    topic: 'New_Connected_Client',
    at: contact.dateCreated.toISOString(),
    isRead: contact.viewed,
  }))
}
