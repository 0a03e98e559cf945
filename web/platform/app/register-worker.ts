const workerPath = '/service-worker.js'

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

/** Made known once to every page under this address; asking again changes nothing, and tries again what failed before. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // The page's policy wants to hear that an address for a script was meant.
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const meant = policies?.createPolicy('service-worker', { createScriptURL: (url) => url }).createScriptURL(workerPath) ?? workerPath
  return navigator.serviceWorker.register(meant, { scope: '/', updateViaCache: 'none' })
}
