/** A notice as this device keeps it. `receivedOn` is the moment it came, and its identity: no two share one. */
export type StoredNotification = {
  status: 'new' | 'read'
  receivedOn: number
  readOn: number | null
  notification: { title: string; body: string; path: string; topic: string; alias: string }
}
export type Notice = StoredNotification['notification']

const keptMax = 200

export function withReceived(kept: readonly StoredNotification[], notification: Notice, now: number): StoredNotification[] {
  // Two in one millisecond, or a clock that was set back: the later one still comes first.
  const receivedOn = Math.max(now, (kept[0]?.receivedOn ?? 0) + 1)
  return ordered([{ status: 'new', receivedOn, readOn: null, notification }, ...kept])
}

/** Marks the given ones as read; those that were already keep the moment. */
export function withRead(kept: readonly StoredNotification[], which: ReadonlySet<number>, now: number): StoredNotification[] {
  return kept.map((one) => (one.status === 'new' && which.has(one.receivedOn) ? { ...one, status: 'read', readOn: now } : one))
}

export const without = (kept: readonly StoredNotification[], receivedOn: number) => kept.filter((one) => one.receivedOn !== receivedOn)

/** Puts back what was dismissed, where it stood. */
export const withAgain = (kept: readonly StoredNotification[], one: StoredNotification) => ordered([one, ...without(kept, one.receivedOn)])

export const ofCard = (kept: readonly StoredNotification[], alias: string) =>
  kept.filter(({ notification }) => notification.alias.toLowerCase() === alias.toLowerCase())

export const countNew = (kept: readonly StoredNotification[]) => kept.filter(({ status }) => status === 'new').length

/** Whatever lies in the store: another version of us may have written it. What does not fit is dropped. */
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
    status: status === 'read' ? 'read' : 'new',
    receivedOn,
    readOn: typeof readOn === 'number' ? readOn : null,
    notification: { title: text('title'), body: text('body'), path: text('path'), topic: text('topic'), alias: text('alias') },
  }
}

const ordered = (all: readonly StoredNotification[]) => all.toSorted((a, b) => b.receivedOn - a.receivedOn).slice(0, keptMax)
