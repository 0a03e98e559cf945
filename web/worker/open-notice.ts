import { withRead } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { localPath } from './local-path.ts'
import type { OpenWindow, WorkerEvents, WorkerScope } from './scope.ts'

/** A pressed notification: the card's open window comes to the front and shows what it is about, or a new one does. */
export async function openNotice(scope: WorkerScope, { notification }: WorkerEvents['notificationclick'], now = Date.now()) {
  notification.close()
  const { alias, path, receivedOn } = fieldsOf(notification.data)
  const target = localPath(path, scope.location.origin) ?? (alias ? `/${encodeURIComponent(alias)}/my-notifications` : '/')
  await toFront(scope, alias, target)
  if (receivedOn !== null) await changeNotifications((kept) => withRead(kept, new Set([receivedOn]), now)).catch(() => [])
}

async function toFront({ clients, location }: WorkerScope, alias: string, target: string) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.find((one) => isOf(one, alias))
  if (!own) return clients.openWindow(location.origin + target)
  await own.focus()
  if (own.url !== location.origin + target) await own.navigate(target).catch(() => clients.openWindow(location.origin + target))
}

const isOf = ({ url }: OpenWindow, alias: string) => alias !== '' && firstSegment(url) === alias.toLowerCase()

const firstSegment = (url: string) => new URL(url).pathname.split('/')[1]?.toLowerCase()

function fieldsOf(data: unknown) {
  const found = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const { alias, path, receivedOn } = found
  return {
    alias: typeof alias === 'string' ? alias : '',
    path,
    receivedOn: typeof receivedOn === 'number' ? receivedOn : null,
  }
}
