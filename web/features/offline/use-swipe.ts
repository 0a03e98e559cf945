import { useRef, type PointerEvent } from 'react'

/** Dismisses a notice by swiping it down or up. A button does the same. */
export function useSwipe(onDismiss: () => void) {
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
    const isSwiped = isSwipedAway(by.current, timeStamp - began.at)
    follow(currentTarget, 0)
    if (isSwiped) onDismiss()
  }

  return {
    onPointerDown({ isPrimary, button, clientY, timeStamp }: PointerEvent<HTMLElement>) {
      if (isPrimary && button === 0) from.current = { y: clientY, at: timeStamp }
    },
    onPointerMove({ currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>) {
      if (!from.current) return
      const px = swipeBy(clientY - from.current.y)
      // From here on the panel captures the pointer: the button below isn't clicked.
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

/** How far a notice follows the finger: beyond a threshold. */
export const swipeBy = (movedPx: number) => (Math.abs(movedPx) > startsPx ? movedPx : 0)

/** Whether a release at this distance or speed dismisses it. */
export const isSwipedAway = (byPx: number, forMs: number) => Math.abs(byPx) > leavesPx || Math.abs(byPx) / Math.max(forMs, 1) > 0.5
