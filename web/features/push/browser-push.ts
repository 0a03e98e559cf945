import { sameKey, keyBytes } from './push-keys.ts'

/** Where nothing answers, some browsers wait for their push service for ever. */
const subscribeMs = 15_000
const workerPath = '/service-worker.js'

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Made known once to every page under this address; asking again changes nothing. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // The page's policy wants to hear that an address for a script was meant.
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const meant = policies?.createPolicy('service-worker', { createScriptURL: (url) => url }).createScriptURL(workerPath) ?? workerPath
  return navigator.serviceWorker.register(meant, { scope: '/', updateViaCache: 'none' })
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** This browser's subscription under the server's key of today; one under a key of yesterday hears nothing and is renewed. */
export async function subscribeUnder(publicKey: string, withinMs = subscribeMs): Promise<PushSubscription> {
  const before = await currentSubscription()
  if (before && sameKey(before.options.applicationServerKey, publicKey)) return before
  await before?.unsubscribe()
  const { pushManager } = await activeWorker(withinMs)
  const asked = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
  return within(asked, withinMs)
}

async function activeWorker(withinMs: number): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return within(navigator.serviceWorker.ready, withinMs)
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The push service did not answer.')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
