import { inPageLanguage, showEarlyNotice } from '../connection/early-notice.ts'

const busyAfterMs = 150
/** Later, the click is no longer expected, and the browser no longer lets it share or copy. */
const giveUpAfterMs = { online: 8000, offline: 1500 } as const
const hydrationTimeoutMs = 30_000

/**
 * Queues a click on a button that only the app can handle, marks the button as busy, and clicks again after hydration. After a
 * timeout the click is dropped with a notice. Links, forms and popovers work without the app and pass. Returns a function to call
 * when the app starts.
 */
export function replayClicks(): () => void {
  let pending: HTMLButtonElement | null = null
  let hideNotice = () => {}
  const watch = new AbortController()

  function markBusy(button: HTMLButtonElement, isBusy: boolean) {
    button.ariaBusy = isBusy ? 'true' : null
    // Inline: no style sheet carries this for visitors who never click.
    button.style.opacity = isBusy ? '0.6' : ''
  }
  function release() {
    if (pending) markBusy(pending, false)
    pending = null
    hideNotice()
  }
  function queueClick({ target }: MouseEvent) {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || button === pending || button.type !== 'button' || button.popoverTargetElement || isHydrated(button)) return
    release()
    pending = button
    setTimeout(() => pending === button && markBusy(button, true), busyAfterMs)
    setTimeout(
      () => {
        if (pending !== button) return
        release()
        hideNotice = showTooSlow()
      },
      navigator.onLine ? giveUpAfterMs.online : giveUpAfterMs.offline,
    )
  }
  document.addEventListener('click', queueClick, { capture: true, signal: watch.signal })
  // A click before this script ran: ui/deferred-scripts.tsx stores it.
  const touched: unknown = Reflect.get(window, 'touched')
  if (touched instanceof MouseEvent && touched.type === 'click') queueClick(touched)

  return () => {
    const until = Date.now() + hydrationTimeoutMs
    const poll = () => {
      const isTimedOut = Date.now() > until
      if (!isTimedOut && !isHydrated(pending ?? document.querySelector('main'))) return requestAnimationFrame(poll)
      watch.abort()
      const button = pending
      release()
      if (!isTimedOut) button?.click()
    }
    poll()
  }
}

/** React marks each element it has hydrated. */
const isHydrated = (element: Element | null) => Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber'))

const noticeMs = 8000

/** Shows a notice that the click was not answered. */
function showTooSlow(): () => void {
  const hideNotice = showEarlyNotice('alert', inPageLanguage(__IN_EACH_LANGUAGE__('reach.slow')))
  setTimeout(hideNotice, noticeMs)
  return hideNotice
}
