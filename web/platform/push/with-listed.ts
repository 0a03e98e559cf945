import { inboxDays, inboxMax } from '#contract/constants.ts'
import type { InboxNotice } from '#contract/inbox.ts'
import { isSame, ofCard, ordered, type StoredNotification } from './notifications.ts'

/**
 * Adds those of the server's list that this device doesn't have, marks as read those that were read elsewhere, and removes contacts that
 * are gone. `fetchedAt` is when its fetch began: newer pushes stay.
 */
export function withListed(
  stored: readonly StoredNotification[],
  alias: string,
  listed: readonly InboxNotice[],
  fetchedAt: number,
  now = fetchedAt,
): StoredNotification[] {
  const tags = new Set(listed.map(({ tag }) => tag))
  // A full list ends with its last notice, any other with its period.
  const last = listed.length < inboxMax ? undefined : listed.at(-1)
  const begin = last ? Date.parse(last.at) : fetchedAt - inboxDays * 86_400_000
  const isGone = ({ receivedOn, notification: { tag } }: StoredNotification) =>
    tag.startsWith('contact-') && !tags.has(tag) && receivedOn > begin && receivedOn < fetchedAt
  const gone = new Set(ofCard(stored, alias).filter(isGone))
  const all = stored.filter((one) => !gone.has(one))
  const times = new Set(stored.map(({ receivedOn }) => receivedOn))
  for (const { at, isRead, title, body, path, topic, tag } of listed) {
    const notification = { title, body, path, topic, alias, tag }
    const found = all.findIndex((one) => isSame(one, notification))
    const known = all[found]
    if (!known) {
      let receivedOn = Date.parse(at)
      while (times.has(receivedOn)) receivedOn++
      times.add(receivedOn)
      all.push({ status: isRead ? 'read' : 'new', receivedOn, readOn: isRead ? now : null, notification })
    } else if (isRead && known.status === 'new') all[found] = { ...known, status: 'read', readOn: now }
  }
  return ordered(all)
}
