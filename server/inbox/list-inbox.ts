import { inboxDays, type InboxNotice } from '#contract/inbox.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Db } from '#server/database/database.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { listContactNotices } from '#server/contacts/list-notices.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { noticeText } from './notice-text.ts'
import { listNotices } from './notice-store.ts'

export type InboxDeps = Parameters<typeof readOwnCard>[0] & { db: Db; clock: Clock }

const noticesMax = 50

/** What the card's owner was notified of lately, in the language of the request. */
export async function listInbox(deps: InboxDeps, caller: Caller, alias: string | undefined, language: string): Promise<InboxNotice[]> {
  const card = await readOwnCard(deps, caller, alias)
  const since = new Date(deps.clock.now().getTime() - inboxDays * 86_400_000)
  const page = { since, limit: noticesMax }
  const [contacts, general] = await Promise.all([
    listContactNotices(deps.db, card, { ...page, language }),
    listNotices(deps.db, card.subject.id, page),
  ])
  const notices = general.map(({ id, title, body, sentAt }) => ({
    ...noticeText(card.subject.alias, { id, title, body }),
    topic: 'General_Notifications' as const,
    at: sentAt.toISOString(),
    isRead: false,
  }))
  return [...contacts, ...notices].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, noticesMax)
}
