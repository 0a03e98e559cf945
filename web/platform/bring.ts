const againMs = 5000
const longestMs = 300_000
const soonMs = 1000

/**
 * Fetches a part of the page. One that does not come never takes the page down: it is asked for until it does, more and more
 * seldom. Where the server draws this page by another version by now, it no longer has the part; and some browsers never ask again
 * for one that once did not come, also when the server can be reached: so none is asked for without a connection, and the page is
 * loaded anew otherwise, unless words are typed in it.
 */
export const bring = async <T>(load: () => Promise<T>): Promise<T> => {
  // A service worker has most parts, and a server, which draws lazy parts too, has them all.
  if (navigator.onLine === false && !navigator.serviceWorker?.controller) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    // Browsers report a connection a moment before requests get through.
    while (!(await fetch(version(), { method: 'HEAD', cache: 'no-store' }).catch(() => null))) await aWhile(soonMs)
  }
  return attempt(load, againMs)
}

const version = () => document.querySelector<HTMLElement>('[data-manifest]')?.dataset['manifest'] ?? ''

const attempt = <T>(load: () => Promise<T>, waitMs: number): Promise<T> =>
  load().catch(async () => {
    const drawn = await fetch(location.href).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    // A checkbox has no words: its value never equals its default.
    const fields = [...document.querySelectorAll<HTMLInputElement>(':read-write')]
    const isLost = drawn && (!drawn.includes(version()) || (waitMs > againMs && !isLoadedAnew()))
    if (isLost && fields.every((field) => field.value === field.defaultValue)) location.reload()
    await aWhile(waitMs)
    return attempt(load, Math.min(waitMs * 2, longestMs))
  })

/** Cut short where it is worth a try: the connection is back, or somebody presses again. */
const aWhile = (waitMs: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, waitMs)
    for (const kind of ['online', 'click']) addEventListener(kind, resolve, { once: true })
  })

/** Once is help, again and again is none. */
const isLoadedAnew = () => performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
