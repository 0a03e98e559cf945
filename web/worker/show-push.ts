import { type Notice, withReceived } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { readRegistrations } from '../platform/push/push-device.ts'
import { localPath } from './local-path.ts'
import type { WorkerEvents, WorkerScope } from './scope.ts'

/** Shows what came in and lays it into the inbox. Showing does not wait for keeping: a full device still shows it. */
export async function showPush(scope: WorkerScope, { data, notification }: WorkerEvents['push'], now = Date.now()) {
  const found = notification ? fieldsOf(notification) : parsePush(() => data?.text() ?? '')
  const otherwise = await wordsOtherwise(scope)
  const { title, options, notice } = readPush(found, { origin: scope.location.origin, otherwise })
  const receivedOn = notice ? await keep(notice, now) : null
  await scope.registration.showNotification(title, { ...options, data: { alias: notice?.alias, path: notice?.path, receivedOn } })
}

async function keep(notice: Parameters<typeof withReceived>[1], now: number): Promise<number | null> {
  const kept = await changeNotifications((before) => withReceived(before, notice, now)).catch(() => [])
  return kept[0]?.receivedOn ?? null
}

/** In the owner's language, as the page that subscribed has left it here. */
async function wordsOtherwise({ location }: WorkerScope): Promise<string> {
  const [kept] = await readRegistrations().catch(() => [])
  return kept?.otherwise || location.host
}

/** The browser's own object keeps its fields behind getters. */
function fieldsOf({ title, body, tag, icon, navigate, data }: NonNullable<WorkerEvents['push']['notification']>) {
  return { title, body, tag, icon, navigate, data }
}

/** What to show, and what to keep of it: only what names its card has an inbox to lie in. */
type ReadPush = { title: string; options: NotificationOptions; notice: Notice | null }

const textMax = 16_000
const titleMax = 120
const bodyMax = 500

/**
 * Whatever came in. What is not ours, or is too much, still makes a quiet notice: a browser that is shown nothing takes the
 * permission away.
 */
export function readPush(found: unknown, { origin, otherwise }: { origin: string; otherwise: string }): ReadPush {
  const message = objectOf(found)
  const said = objectOf(message?.notification) ?? message
  const title = textOf(said?.title, titleMax)
  if (!said || !title) return { title: otherwise, options: { silent: true }, notice: null }

  const body = textOf(said.body, bodyMax)
  const data = objectOf(said.data)
  const path = localPath(data?.path, origin) ?? localPath(said.navigate, origin) ?? ''
  const alias = textOf(data?.alias, 60)
  const tag = textOf(said.tag, 200)
  const icon = localPath(said.icon, origin)
  return {
    title,
    options: { body, ...(tag ? { tag } : {}), ...(icon ? { icon } : {}) },
    notice: alias ? { title, body, path, topic: textOf(data?.topic, 60), alias } : null,
  }
}

/** What the push carries, as the browser hands it over; null where it is nothing one can read. */
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
