import { inboxDays, inboxMax } from '#contract/constants.ts'
import type { InboxNotice } from '#contract/inbox.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Db } from '#server/database/database.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { listContactNotices } from '#server/contacts/list-notices.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { noticeText } from './notice-text.ts'
import { listNotices } from './notice-store.ts'

export type InboxDeps = Parameters<typeof readOwnCard>[0] & { db: Db; clock: Clock }

/** What the card's owner was notified of lately, in the language of the request. */
export async function listInbox(deps: InboxDeps, caller: Caller, alias: string | undefined, language: string): Promise<InboxNotice[]> {
  const card = await readOwnCard(deps, caller, alias)
  const { id, alias: name, createdAt } = card.subject
  const since = new Date(deps.clock.now().getTime() - inboxDays * 86_400_000)
  const [contacts, general] = await Promise.all([
    listContactNotices(deps.db, card, { since, limit: inboxMax, language }),
    // None from before the card.
    listNotices(deps.db, id, { since: since > createdAt ? since : createdAt, limit: inboxMax }),
  ])
  const notices = general.map((notice) => ({
    ...noticeText(name, notice),
    topic: 'General_Notifications' as const,
    at: notice.sentAt.toISOString(),
    isRead: false,
  }))
  return [...contacts, ...notices].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, inboxMax)
}
