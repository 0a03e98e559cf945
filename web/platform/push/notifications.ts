import { propertyOf } from '#common/property-of.ts'

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

/** Of all cards: the server lists fifty of each. */
const storedMax = 500

/** Adds a push. One that is there already from the server's list stays as it is. */
export function withReceived(stored: readonly StoredNotification[], notification: Notice, now: number): StoredNotification[] {
  if (stored.some((one) => isSame(one, notification))) return [...stored]
  // Two in one millisecond, or a clock that was set back: the later one still comes first.
  const receivedOn = Math.max(now, (stored[0]?.receivedOn ?? 0) + 1)
  return ordered([{ status: 'new', receivedOn, readOn: null, notification }, ...stored])
}

export const isSame = ({ notification }: StoredNotification, { tag, alias }: Notice) =>
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
    const value = propertyOf(notification, name)
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
      tag: text('tag'),
    },
  }
}

export const ordered = (all: readonly StoredNotification[]) => all.toSorted((a, b) => b.receivedOn - a.receivedOn).slice(0, storedMax)
