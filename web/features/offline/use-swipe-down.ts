import { useRef, type PointerEvent } from 'react'

/** A panel that a finger pushes down and out. There is a button for the same. */
export function useSwipeDown(away: () => void) {
  const from = useRef<{ y: number; at: number } | null>(null)
  const by = useRef(0)

  function follow(panel: HTMLElement, px: number) {
    by.current = px
    panel.style.translate = px === 0 ? '' : `0 ${px}px`
  }
  function letGo({ currentTarget, timeStamp }: PointerEvent<HTMLElement>) {
    const began = from.current
    from.current = null
    if (!began || by.current === 0) return
    currentTarget.classList.remove('swiping')
    const isAway = isSwipedAway(by.current, timeStamp - began.at)
    follow(currentTarget, 0)
    if (isAway) away()
  }

  return {
    onPointerDown({ isPrimary, button, clientY, timeStamp }: PointerEvent<HTMLElement>) {
      if (isPrimary && button === 0) from.current = { y: clientY, at: timeStamp }
    },
    onPointerMove({ currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>) {
      if (!from.current) return
      const px = swipeBy(clientY - from.current.y)
      // From here on the panel has the finger: the button under it is not pressed.
      if (px !== 0 && by.current === 0) {
        currentTarget.setPointerCapture(pointerId)
        currentTarget.classList.add('swiping')
      }
      follow(currentTarget, px)
    },
    onPointerUp: letGo,
    onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
      from.current = null
      currentTarget.classList.remove('swiping')
      follow(currentTarget, 0)
    },
  }
}

const startsPx = 6
const leavesPx = 48

/** How far a notice follows the finger: only downwards, and only once it is meant. */
export const swipeBy = (movedPx: number) => (movedPx > startsPx ? movedPx : 0)

/** Let go that far down, or on a quick flick, it leaves. */
export const isSwipedAway = (byPx: number, forMs: number) => byPx > leavesPx || (byPx > startsPx && byPx / Math.max(forMs, 1) > 0.5)
