import type { Page } from 'playwright-core'

/** As an owner's page does. */
export async function registerWorker(page: Page) {
  await page.evaluate(async () => {
    const policies = Reflect.get(window, 'trustedTypes') as {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
    }
    const address = policies.createPolicy('service-worker', { createScriptURL: (url: string) => url }).createScriptURL('/service-worker.js')
    await navigator.serviceWorker.register(address, { scope: '/' })
    await navigator.serviceWorker.ready
  })
}

/** Runs in the page: the card as stored on the device. */
export function readCachedCard() {
  return new Promise<unknown>((resolve, reject) => {
    const request = indexedDB.open('device')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const base = request.result
      if (!base.objectStoreNames.contains('values')) return resolve([])
      const read: IDBRequest<unknown> = base.transaction('values').objectStore('values').get('notifications')
      read.onsuccess = () => {
        base.close()
        resolve(read.result ?? [])
      }
    }
  })
}
