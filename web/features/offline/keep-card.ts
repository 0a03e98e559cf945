import { registerWorker } from '../../platform/app/register-worker.ts'
import { askWorker, notKept, type Kept } from '../../platform/app/worker-messages.ts'

const installsWithinMs = 60_000

/** Has this device's worker keep the card for when there is no connection. Nothing depends on it: where it cannot be, it is not. */
export async function keepCard(alias: string): Promise<Kept> {
  try {
    await registerWorker()
    const worker = await activeWorker()
    return worker ? await askWorker(worker, { kind: 'keep', alias, language: document.documentElement.lang }, notKept) : notKept
  } catch {
    return notKept
  }
}

/** One whose installation breaks off never becomes active: it is waited for no longer than this. */
function activeWorker(): Promise<ServiceWorker | null> {
  return new Promise((resolve) => {
    setTimeout(resolve, installsWithinMs, null)
    void navigator.serviceWorker.ready.then(({ active }) => resolve(active))
  })
}
