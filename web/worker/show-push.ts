import { type Notice, withReceived } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { readRegistrations } from '../platform/push/push-device.ts'
import { localPath } from './local-path.ts'
import type { WorkerEvents, WorkerScope } from './scope.ts'

/** Shows a push message and adds it to the inbox. If storing fails, it is still shown. */
export async function showPush(scope: WorkerScope, { data, notification }: WorkerEvents['push'], now = Date.now()) {
  const found = notification ? fieldsOf(notification) : parsePush(() => data?.text() ?? '')
  const otherwise = await fallbackTitle(scope)
  const { title, options, notice } = readPush(found, { origin: scope.location.origin, otherwise })
  const receivedOn = notice ? await addToInbox(notice, now) : null
  await scope.registration.showNotification(title, { ...options, data: { alias: notice?.alias, path: notice?.path, receivedOn } })
}

async function addToInbox(notice: Parameters<typeof withReceived>[1], now: number): Promise<number | null> {
  const saved = await changeNotifications((before) => withReceived(before, notice, now)).catch(() => [])
  return saved[0]?.receivedOn ?? null
}

/** In the owner's language, stored when the page subscribed. */
async function fallbackTitle({ location }: WorkerScope): Promise<string> {
  const [saved] = await readRegistrations().catch(() => [])
  return saved?.otherwise || location.host
}

/** A `Notification` has getters, which spreading would lose. */
function fieldsOf({ title, body, tag, icon, navigate, data }: NonNullable<WorkerEvents['push']['notification']>) {
  return { title, body, tag, icon, navigate, data }
}

/** The notification, and its inbox entry. Without an alias there is no inbox to put it in. */
type ReadPush = { title: string; options: NotificationOptions; notice: Notice | null }

const textMax = 16_000
const titleMax = 120
const bodyMax = 500

/**
 * Parses any push message. An invalid or oversized one becomes a silent notification, because browsers revoke the permission if
 * nothing is shown.
 */
export function readPush(found: unknown, { origin, otherwise }: { origin: string; otherwise: string }): ReadPush {
  const message = objectOf(found)
  const payload = objectOf(message?.notification) ?? message
  const title = textOf(payload?.title, titleMax)
  if (!payload || !title) return { title: otherwise, options: { silent: true }, notice: null }

  const body = textOf(payload.body, bodyMax)
  const data = objectOf(payload.data)
  const path = localPath(data?.path, origin) ?? localPath(payload.navigate, origin) ?? ''
  const alias = textOf(data?.alias, 60)
  const tag = textOf(payload.tag, 200)
  const icon = localPath(payload.icon, origin)
  return {
    title,
    options: { body, ...(tag ? { tag } : {}), ...(icon ? { icon } : {}) },
    notice: alias ? { title, body, path, topic: textOf(data?.topic, 60), alias, tag } : null,
  }
}

/** The push payload as JSON; null if it can't be parsed. */
export function parsePush(text: () => string): unknown {
  try {
    const found = text()
    return found.length > textMax ? null : JSON.parse(found)
  } catch {
    return null
  }
}

const objectOf = (found: unknown): Record<string, unknown> | null =>
  typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : null
const textOf = (found: unknown, max: number) => (typeof found === 'string' ? found.trim().slice(0, max) : '')
