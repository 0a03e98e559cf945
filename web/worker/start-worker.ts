import { openNotice } from './open-notice.ts'
import type { WorkerScope } from './scope.ts'
import { showPush } from './show-push.ts'
import { subscribeAgain } from './subscribe-again.ts'

/** What the worker does, and when. It keeps no page and no answer; a new one waits until the windows of the old one are closed. */
export function startWorker(scope: WorkerScope) {
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event)))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(scope, event)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(scope, event)))
}
