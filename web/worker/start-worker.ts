import { readRegistrations } from '../platform/push/push-device.ts'
import { subscribeCards } from '../platform/push/subscribe-cards.ts'
import { readMessage } from '../platform/app/worker-messages.ts'
import { withRead } from '../platform/push/notifications.ts'
import { changeNotifications } from '../platform/push/notifications-store.ts'
import { answer } from './answer.ts'
import { keepCard } from './keep-card.ts'
import { keptCards } from './kept-cards.ts'
import { localPath } from './local-path.ts'
import { expectAnswers } from './network-first.ts'
import type { OpenWindow, WorkerEvents, WorkerScope } from './scope.ts'
import { layShell, rememberBefore, tidyShells, type Shell } from './shell.ts'
import { showPush } from './show-push.ts'

/** What the worker does, and when. A new one waits until the windows of the old one are closed, or a page lets it take over. */
export function startWorker(scope: WorkerScope, shell: Shell) {
  /** Windows that were given a kept page and have not been told since whether there is a newer one. */
  const shownKept = new Set<string>()
  let hasKept = false

  scope.addEventListener('install', (event) => event.waitUntil(layShell(scope, shell)))
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, shell)))
  scope.addEventListener('fetch', (event) => {
    answer({ scope, shell, shownKept }, event)
    if (event.request.mode === 'navigate') event.waitUntil((hasKept ? tidyShells(scope, shell) : keepAll()).catch(() => {}))
  })
  scope.addEventListener('message', (event) => event.waitUntil(hear(event)))
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event)))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(scope, event)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(scope, event)))

  /** Cards that were kept by the build before, drawn by this one. Not while it takes over: pages would wait for it. */
  async function keepAll() {
    hasKept = true
    for (const { alias, language, build } of await keptCards(scope)) {
      if (build !== shell.build) await keepCard({ scope, shell }, { alias, language })
    }
    await tidyShells(scope, shell)
  }

  async function hear({ data, source, ports }: WorkerEvents['message']) {
    const said = readMessage(data)
    if (said?.kind === 'apply') return scope.skipWaiting()
    if (said?.kind !== 'keep') return
    // Whoever says this has reason to believe that the server is there.
    expectAnswers()
    const kept = await keepCard({ scope, shell }, said)
    const isNewer = kept.isNewer || (kept.isReached && shownKept.delete(source?.id ?? ''))
    for (const port of ports) port.postMessage({ ...kept, isNewer })
  }
}

async function takeOver(scope: WorkerScope, shell: Shell) {
  await rememberBefore(scope, shell)
  // A worker takes a moment to wake: the page is asked for meanwhile.
  await scope.registration.navigationPreload?.enable().catch(() => {})
  await scope.clients.claim()
}

/** The browser changed its subscription by itself: the server learns the new one for every card that wanted notices here. */
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
  // Where it is refused, the owner's next visit subscribes anew.
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null)
}

/** A pressed notification: the card's open window comes to the front and shows what it is about, or a new one does. */
async function openNotice(scope: WorkerScope, { notification }: WorkerEvents['notificationclick'], now = Date.now()) {
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
