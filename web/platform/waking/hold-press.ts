import { inPageLanguage, showEarlyNotice } from '../connection/early-notice.ts'

const busyAfterMs = 150
/** Much later nobody expects it any more, and a browser no longer lets a press share or copy. */
const patienceMs = { online: 8000, offline: 1500 } as const
const givenUpAfterMs = 30_000

/**
 * A press on what only the app answers is not lost while the app is on its way: it is held, shown as being worked on, and pressed
 * again once React has the button. Where that takes too long it is let go, and said so. What a browser does by itself (links, forms,
 * sheets) passes. Gives what to call when the app begins.
 */
export function holdPress(): () => void {
  let held: HTMLButtonElement | null = null
  let unsay = () => {}
  const watch = new AbortController()

  function show(button: HTMLButtonElement, isBusy: boolean) {
    button.ariaBusy = isBusy ? 'true' : null
    // No style sheet carries this to everybody who only looks.
    button.style.opacity = isBusy ? '0.6' : ''
  }
  function letGo() {
    if (held) show(held, false)
    held = null
    unsay()
  }
  function hold({ target }: MouseEvent) {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || button === held || button.type !== 'button' || button.popoverTargetElement || isAnswered(button)) return
    letGo()
    held = button
    setTimeout(() => held === button && show(button, true), busyAfterMs)
    setTimeout(
      () => {
        if (held !== button) return
        letGo()
        unsay = sayLate()
      },
      navigator.onLine ? patienceMs.online : patienceMs.offline,
    )
  }
  document.addEventListener('click', hold, { capture: true, signal: watch.signal })
  // A click that came before this script was there: ui/late-scripts.tsx kept it.
  const touched: unknown = Reflect.get(window, 'touched')
  if (touched instanceof MouseEvent && touched.type === 'click') hold(touched)

  return () => {
    const until = Date.now() + givenUpAfterMs
    const look = () => {
      const isLate = Date.now() > until
      if (!isLate && !isAnswered(held ?? document.querySelector('main'))) return requestAnimationFrame(look)
      watch.abort()
      const button = held
      letGo()
      if (!isLate) button?.click()
    }
    look()
  }
}

/** React marks each element that it has taken over. */
const isAnswered = (element: Element | null) => Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber'))

const shownMs = 8000

/** Says over everything that a press was not answered. */
function sayLate(): () => void {
  const unsay = showEarlyNotice('alert', inPageLanguage(__IN_EACH_LANGUAGE__('reach.slow')))
  setTimeout(unsay, shownMs)
  return unsay
}
