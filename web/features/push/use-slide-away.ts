import { useRef, type PointerEvent } from 'react'

/** A row that a finger pushes aside. Nothing is lost by not knowing it: there is a button for the same. */
export function useSlideAway(away: () => void) {
  const from = useRef<number | null>(null)
  const by = useRef(0)

  function follow(row: HTMLElement, px: number) {
    by.current = px
    row.style.translate = px === 0 ? '' : `${px}px`
  }
  function letGo({ currentTarget }: PointerEvent<HTMLElement>) {
    if (from.current === null) return
    from.current = null
    currentTarget.classList.remove('sliding')
    if (isSlidAway(by.current, currentTarget.offsetWidth)) away()
    else follow(currentTarget, 0)
  }

  return {
    onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent<HTMLElement>) {
      if (pointerType === 'touch' && isPrimary) from.current = clientX
    },
    onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      if (from.current === null) return
      const px = slideBy(clientX - from.current, getComputedStyle(currentTarget).direction === 'rtl')
      // From here on the row has the finger: what lies under it is not pressed.
      if (px !== 0 && by.current === 0) {
        currentTarget.setPointerCapture(pointerId)
        currentTarget.classList.add('sliding')
      }
      follow(currentTarget, px)
    },
    onPointerUp: letGo,
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      by.current = 0
      letGo(event)
    },
  }
}

const startsPx = 8

/** How far a row follows the finger: only towards the side it leaves by, and only once it is meant. */
export function slideBy(movedPx: number, isRtl: boolean): number {
  const away = isRtl ? movedPx : -movedPx
  return away > startsPx ? movedPx : 0
}

/** Let go past a third of its width, a row leaves. */
export const isSlidAway = (byPx: number, widthPx: number) => widthPx > 0 && Math.abs(byPx) > widthPx / 3
