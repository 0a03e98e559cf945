const againMs = 5000
const longestMs = 300_000
const soonMs = 1000

/**
 * Imports a part of the page, and retries with growing pauses until it arrives: a failed import never breaks the page. A server that
 * runs another version no longer has the part, and Chromium caches a failed import. So nothing is imported without a connection, and
 * a page whose imports keep failing is reloaded, unless someone has typed in it.
 */
export const importWithRetry = async <T>(load: () => Promise<T>): Promise<T> => {
  // A service worker has most parts. `onLine` is undefined on a server.
  if (navigator.onLine === false && !navigator.serviceWorker?.controller) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    // Browsers report a connection a moment before requests get through.
    while (!(await fetch(version(), { method: 'HEAD', cache: 'no-store' }).catch(() => null))) await pause(soonMs)
  }
  return attempt(load, againMs)
}

const version = () => document.querySelector<HTMLElement>('[data-manifest]')?.dataset['manifest'] ?? ''

const attempt = <T>(load: () => Promise<T>, waitMs: number): Promise<T> =>
  load().catch(async () => {
    const page = await fetch(location.href).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    // A checkbox has no words: its value never equals its default.
    const fields = [...document.querySelectorAll<HTMLInputElement>(':read-write')]
    const isLost = page && (!page.includes(version()) || (waitMs > againMs && !isReloaded()))
    if (isLost && fields.every((field) => field.value === field.defaultValue)) location.reload()
    await pause(waitMs)
    return attempt(load, Math.min(waitMs * 2, longestMs))
  })

/** Ends early when a try is worth it: the connection is back, or someone clicks. */
const pause = (waitMs: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, waitMs)
    for (const kind of ['online', 'click']) addEventListener(kind, resolve, { once: true })
  })

/** The page is reloaded once at most. */
const isReloaded = () => performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
