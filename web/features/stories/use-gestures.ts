import { useRef, type MouseEvent, type PointerEvent } from 'react'

type Deps = {
  setIsPointerDown(isPointerDown: boolean): void
  onGesture(gesture: Exclude<Gesture, 'hold'>, at: { x: number; isOnButton: boolean }): void
}

/** Pointer gestures on a story: pressing pauses it, and the release decides between tap, hold and swipe. */
export function useGestures({ setIsPointerDown, onGesture }: Deps) {
  const isConsumed = useRef(false)

  function onPointerDown({ button, isPrimary, clientX, clientY, target, timeStamp }: PointerEvent) {
    if (button !== 0 || !isPrimary) return
    const over = new AbortController()
    const release = (event: Event) => {
      over.abort()
      setIsPointerDown(false)
      if (event.type !== 'pointerup' || !(event instanceof globalThis.PointerEvent)) return
      const gesture = gestureOf({ x: event.clientX - clientX, y: event.clientY - clientY, ms: event.timeStamp - timeStamp })
      isConsumed.current = gesture !== 'tap'
      if (gesture !== 'hold') onGesture(gesture, { x: clientX, isOnButton: isButton(target) })
    }
    isConsumed.current = false
    setIsPointerDown(true)
    for (const kind of ['pointerup', 'pointercancel', 'blur']) addEventListener(kind, release, { signal: over.signal })
  }

  /** The release of a hold or swipe must not click the button under the finger. */
  function onClickCapture(event: MouseEvent) {
    if (!isConsumed.current || event.detail === 0) return
    isConsumed.current = false
    event.preventDefault()
    event.stopPropagation()
  }

  return { onPointerDown, onClickCapture, onContextMenu: (event: MouseEvent) => event.preventDefault() }
}

const isButton = (target: EventTarget) => target instanceof Element && target.closest('a, button') !== null

type Gesture = 'tap' | 'hold' | 'swipeLeft' | 'swipeRight'

const tapWithinMs = 300
const tapWithinPx = 10
const swipeFromPx = 48

/** Classifies a press by its distance and duration. */
export function gestureOf({ x, y, ms }: { x: number; y: number; ms: number }): Gesture {
  if (Math.abs(x) >= swipeFromPx && Math.abs(x) > Math.abs(y)) return x < 0 ? 'swipeLeft' : 'swipeRight'
  return ms < tapWithinMs && Math.hypot(x, y) < tapWithinPx ? 'tap' : 'hold'
}
