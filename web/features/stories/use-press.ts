import { useRef, type MouseEvent, type PointerEvent } from 'react'

type Needs = { hold(isHeld: boolean): void; meant(gesture: Exclude<Gesture, 'hold'>, press: { x: number; isOnButton: boolean }): void }

/** A press on a story holds it; what it was meant as is known when it is let go. */
export function usePress({ hold, meant }: Needs) {
  const isSpent = useRef(false)

  function onPointerDown({ button, isPrimary, clientX, clientY, target, timeStamp }: PointerEvent) {
    if (button !== 0 || !isPrimary) return
    const over = new AbortController()
    const release = (event: Event) => {
      over.abort()
      hold(false)
      if (event.type !== 'pointerup' || !(event instanceof globalThis.PointerEvent)) return
      const gesture = meantBy({ x: event.clientX - clientX, y: event.clientY - clientY, ms: event.timeStamp - timeStamp })
      isSpent.current = gesture !== 'tap'
      if (gesture !== 'hold') meant(gesture, { x: clientX, isOnButton: isButton(target) })
    }
    isSpent.current = false
    hold(true)
    for (const kind of ['pointerup', 'pointercancel', 'blur']) addEventListener(kind, release, { signal: over.signal })
  }

  /** Letting go of what was held presses no button under the finger. */
  function onClickCapture(event: MouseEvent) {
    if (!isSpent.current || event.detail === 0) return
    isSpent.current = false
    event.preventDefault()
    event.stopPropagation()
  }

  return { onPointerDown, onClickCapture, onContextMenu: (event: MouseEvent) => event.preventDefault() }
}

const isButton = (target: EventTarget) => target instanceof Element && target.closest('a, button') !== null

type Gesture = 'tap' | 'hold' | 'swipeLeft' | 'swipeRight'

const holdFromMs = 300
const tapWithinPx = 10
const swipeFromPx = 48

/** What a press was meant as, by how far it went and how long it took. */
export function meantBy({ x, y, ms }: { x: number; y: number; ms: number }): Gesture {
  if (Math.abs(x) >= swipeFromPx && Math.abs(x) > Math.abs(y)) return x < 0 ? 'swipeLeft' : 'swipeRight'
  return ms < holdFromMs && Math.hypot(x, y) < tapWithinPx ? 'tap' : 'hold'
}
