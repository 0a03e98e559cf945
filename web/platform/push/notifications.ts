import { inboxDays, inboxMax } from '#contract/constants.ts'
import type { InboxNotice } from '#contract/inbox.ts'

/**
 * A notification as stored on this device. `receivedOn` is unique and serves as its ID. A dismissed one stays without its text, so
 * that the server's list doesn't bring it back.
 */
export type StoredNotification = {
  status: 'new' | 'read' | 'dismissed'
  receivedOn: number
  readOn: number | null
  notification: { title: string; body: string; path: string; topic: string; alias: string; tag: string }
}
export type Notice = StoredNotification['notification']

/** Of each card. */
const storedMax = 200

/** Adds a push. One that the server's list brought already stays as it is. */
export function withReceived(stored: readonly StoredNotification[], notification: Notice, now: number): StoredNotification[] {
  if (stored.some((one) => isSame(one, notification))) return [...stored]
  // Two in one millisecond, or a clock that was set back: the later one still comes first.
  const receivedOn = Math.max(now, (stored[0]?.receivedOn ?? 0) + 1)
  return ordered([{ status: 'new', receivedOn, readOn: null, notification }, ...stored])
}

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

const isSame = ({ notification }: StoredNotification, { tag, alias }: Notice) =>
  tag !== '' && notification.tag === tag && notification.alias.toLowerCase() === alias.toLowerCase()

/** Marks these as read; ones already read keep their time. */
export function withRead(stored: readonly StoredNotification[], which: ReadonlySet<number>, now: number): StoredNotification[] {
  return stored.map((one) => (one.status === 'new' && which.has(one.receivedOn) ? { ...one, status: 'read', readOn: now } : one))
}

export const withDismissed = (stored: readonly StoredNotification[], receivedOn: number): StoredNotification[] =>
  stored.map((one) =>
    one.receivedOn === receivedOn
      ? { ...one, status: 'dismissed', notification: { ...one.notification, title: '', body: '', path: '' } }
      : one,
  )

/** Restores a dismissed notification to its place. */
export const withRestored = (stored: readonly StoredNotification[], one: StoredNotification) =>
  ordered([one, ...stored.filter(({ receivedOn }) => receivedOn !== one.receivedOn)])

export const ofCard = (stored: readonly StoredNotification[], alias: string) =>
  stored.filter(({ status, notification }) => status !== 'dismissed' && notification.alias.toLowerCase() === alias.toLowerCase())

export const countNew = (stored: readonly StoredNotification[]) => stored.filter(({ status }) => status === 'new').length

/** Validates what is stored: another version of the app may have written it. */
export function readStored(found: unknown): StoredNotification[] {
  return Array.isArray(found) ? ordered(found.flatMap((one) => readOne(one) ?? [])) : []
}

function readOne(found: unknown): StoredNotification | null {
  if (typeof found !== 'object' || found === null) return null
  const { status, receivedOn, readOn, notification } = found as Record<string, unknown>
  if (typeof receivedOn !== 'number' || !Number.isFinite(receivedOn) || typeof notification !== 'object' || notification === null)
    return null
  const text = (name: keyof Notice) => {
    const value: unknown = Reflect.get(notification, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    status: status === 'read' || status === 'dismissed' ? status : 'new',
    receivedOn,
    readOn: typeof readOn === 'number' ? readOn : null,
    notification: {
      title: text('title'),
      body: text('body'),
      path: text('path'),
      topic: text('topic'),
      alias: text('alias'),
      tag: text('tag') || tagOf(text('path')),
    },
  }
}

/** Newest first; the latest of each card are stored. */
function ordered(all: readonly StoredNotification[]): StoredNotification[] {
  const counts = new Map<string, number>()
  return all
    .toSorted((a, b) => b.receivedOn - a.receivedOn)
    .filter(({ notification: { alias } }) => {
      const count = (counts.get(alias) ?? 0) + 1
      counts.set(alias, count)
      return count <= storedMax
    })
}

/** A contact's notification as stored before tags were. */
const tagOf = (path: string) => path.match(/\?contact=([\w-]+)$/)?.[1]?.replace(/^/, 'contact-') ?? ''
