import { readRegistrations } from '../platform/push-device.ts'
import { subscribeCards } from '../platform/subscribe-cards.ts'
import type { WorkerEvents, WorkerScope } from './scope.ts'

/** The browser changed its subscription by itself: the server learns the new one for every card that wanted notices here. */
export async function subscribeAgain(scope: WorkerScope, { oldSubscription, newSubscription }: WorkerEvents['pushsubscriptionchange']) {
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
