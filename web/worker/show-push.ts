import { withReceived } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { readRegistrations } from '../platform/push/push-device.ts'
import { parsePush, readPush } from './read-push.ts'
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
