import { registerWorker } from '../../platform/app/register-worker.ts'
import { sameKey, keyBytes } from './push-keys.ts'

/** Some browsers wait forever for an unreachable push service. */
const subscribeMs = 15_000

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** This browser's subscription with the server's current key; one with an old key is replaced. */
export async function subscribeUnder(publicKey: string, withinMs = subscribeMs): Promise<PushSubscription> {
  const before = await currentSubscription()
  if (before && sameKey(before.options.applicationServerKey, publicKey)) return before
  return exchange(before, publicKey, withinMs)
}

/** Replaces a subscription. One that another window made meanwhile is used. */
export function exchange(before: PushSubscription | null, publicKey: string, withinMs = subscribeMs): Promise<PushSubscription> {
  async function renew() {
    const current = await currentSubscription()
    if (current && current.endpoint !== before?.endpoint && sameKey(current.options.applicationServerKey, publicKey)) return current
    await current?.unsubscribe()
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
  }
  return oneAtATime(() => within(renew(), withinMs))
}

/** One window at a time. Without the Web Locks API two may replace it: the next visit sends the last one. */
function oneAtATime<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('push-subscription', act) : act()
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The push service did not answer.')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
