import { readRegistrations } from '../platform/push/push-device.ts'
import { subscribeCards } from '../platform/push/subscribe-cards.ts'
import { readMessage } from '../platform/app/worker-messages.ts'
import { withRead } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { answer } from './answer.ts'
import { cacheCard } from './cache-card.ts'
import { listCachedCards } from './cached-cards.ts'
import { localPath } from './local-path.ts'
import { expectAnswers } from './network-first.ts'
import type { OpenWindow, WorkerEvents, WorkerScope } from './scope.ts'
import { precacheShell, rememberPreviousBuilds, deleteOldShells, type Shell } from './shell.ts'
import { showPush } from './show-push.ts'

/** The worker's event handlers. A new worker waits until the old windows are closed or a page applies the update. */
export function startWorker(scope: WorkerScope, shell: Shell) {
  /** Windows with a cached page that don't know yet whether there is a newer one. */
  const cachedWindows = new Set<string>()
  let hasRecached = false

  scope.addEventListener('install', (event) => event.waitUntil(precacheShell(scope, shell)))
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, shell)))
  scope.addEventListener('fetch', (event) => {
    answer({ scope, shell, cachedWindows }, event)
    if (event.request.mode === 'navigate') event.waitUntil((hasRecached ? deleteOldShells(scope, shell) : recacheAll()).catch(() => {}))
  })
  scope.addEventListener('message', (event) => event.waitUntil(handleMessage(event)))
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event)))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(scope, event)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(scope, event)))

  /** Caches all cards again with this build's pages. Not during activation, because pages would wait for it. */
  async function recacheAll() {
    hasRecached = true
    for (const { alias, language, build } of await listCachedCards(scope)) {
      if (build !== shell.build) await cacheCard({ scope, shell }, { alias, language })
    }
    await deleteOldShells(scope, shell)
  }

  async function handleMessage({ data, source, ports }: WorkerEvents['message']) {
    const message = readMessage(data)
    if (message?.kind === 'apply') return scope.skipWaiting()
    if (message?.kind !== 'keep') return
    // The page has just reached the server.
    expectAnswers()
    const saved = await cacheCard({ scope, shell }, message)
    const isNewer = saved.isNewer || (saved.isReached && cachedWindows.delete(source?.id ?? ''))
    for (const port of ports) port.postMessage({ ...saved, isNewer })
  }
}

async function takeOver(scope: WorkerScope, shell: Shell) {
  await rememberPreviousBuilds(scope, shell)
  // Navigation preload: fetches the page while the worker starts.
  await scope.registration.navigationPreload?.enable().catch(() => {})
  await scope.clients.claim()
}

/** The browser renewed its push subscription: registers the new one for every subscribed card. */
async function subscribeAgain(scope: WorkerScope, { oldSubscription, newSubscription }: WorkerEvents['pushsubscriptionchange']) {
  const wanted = await readRegistrations()
  if (wanted.length === 0) return
  const subscription = newSubscription ?? (await renew(scope, oldSubscription))
  if (!subscription) return
  await subscribeCards(wanted, subscription)
}

async function renew({ registration }: WorkerScope, old: PushSubscription | null | undefined) {
  const applicationServerKey = old?.options.applicationServerKey
  if (!applicationServerKey) return null
  // If it fails, the owner's next visit subscribes again.
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null)
}

/** A clicked notification: focuses the card's open window at the right page, or opens one. */
async function openNotice(scope: WorkerScope, { notification }: WorkerEvents['notificationclick'], now = Date.now()) {
  notification.close()
  const { alias, path, receivedOn } = fieldsOf(notification.data)
  const target = localPath(path, scope.location.origin) ?? (alias ? `/${encodeURIComponent(alias)}/my-notifications` : '/')
  await toFront(scope, alias, target)
  if (receivedOn !== null) await changeNotifications((saved) => withRead(saved, new Set([receivedOn]), now)).catch(() => [])
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
