import { registerWorker } from '../../platform/app/register-worker.ts'
import { callWorker, notCached, type CardCacheStatus } from '../../platform/app/worker-messages.ts'

const installsWithinMs = 60_000

/** Tells the service worker to cache the card for offline use. Best effort. */
export async function precacheCard(alias: string): Promise<CardCacheStatus> {
  try {
    await registerWorker()
    const worker = await activeWorker()
    return worker ? await callWorker(worker, { kind: 'keep', alias, language: document.documentElement.lang }, notCached) : notCached
  } catch {
    return notCached
  }
}

/** A worker whose installation fails never becomes active, so the wait has a limit. */
function activeWorker(): Promise<ServiceWorker | null> {
  return new Promise((resolve) => {
    setTimeout(resolve, installsWithinMs, null)
    void navigator.serviceWorker.ready.then(({ active }) => resolve(active))
  })
}
