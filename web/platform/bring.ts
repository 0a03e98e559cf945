const againMs = 5000
const longestMs = 300_000

/**
 * Fetches a part of the page. One that does not come never takes the page down: it is asked for until it does, more and more
 * seldom. Where the server draws this page by another version by now, it no longer has the part: the page is loaded anew, unless
 * words are typed in it.
 */
export const bring = <T>(load: () => Promise<T>): Promise<T> => attempt(load, againMs)

const attempt = <T>(load: () => Promise<T>, waitMs: number): Promise<T> =>
  load().catch(async () => {
    const version = document.querySelector<HTMLElement>('[data-manifest]')?.dataset['manifest'] ?? ''
    const drawn = await fetch(location.href).then(
      (answer) => (answer.ok ? answer.text() : version),
      () => version,
    )
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea')]
    if (!drawn.includes(version) && fields.every((field) => field.value === field.defaultValue)) location.reload()
    await aWhile(waitMs)
    return attempt(load, Math.min(waitMs * 2, longestMs))
  })

/** Cut short where it is worth a try: the connection is back, or somebody presses again. */
const aWhile = (waitMs: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, waitMs)
    for (const kind of ['online', 'click']) addEventListener(kind, resolve, { once: true })
  })
