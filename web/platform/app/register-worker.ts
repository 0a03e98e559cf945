import { trustedScriptUrl } from '../trusted-script-url.ts'

/** Registering again changes nothing, or retries what failed before. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const url = trustedScriptUrl('service-worker', '/service-worker.js')
  return navigator.serviceWorker.register(url, { scope: '/', updateViaCache: 'none' })
}
