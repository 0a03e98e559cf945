import { useEffect, useEffectEvent, useState, type PointerEvent as DragStart, type RefObject } from 'react'

type Drag = { pointer: number; from: number; to: number }

const edgePx = 80
const stepPx = 12

/**
 * Reorders a list by pointer. The DOM changes only on drop: moving the element under a finger would cancel the drag.
 */
export function useDragOrder(list: RefObject<HTMLOListElement | null>, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const placeAt = (y: number, from: number) => placeUnder([...(list.current?.children ?? [])].map(middleOf), from, y)
  const follow = useEffectEvent((event: PointerEvent) => {
    if (event.pointerId !== drag?.pointer) return
    if (event.clientY < edgePx) scrollBy(0, -stepPx)
    else if (event.clientY > innerHeight - edgePx) scrollBy(0, stepPx)
    const to = placeAt(event.clientY, drag.from)
    if (to !== drag.to) setDrag({ ...drag, to })
  })
  const letGo = useEffectEvent((event: PointerEvent) => {
    if (event.pointerId !== drag?.pointer) return
    const to = placeAt(event.clientY, drag.from)
    setDrag(null)
    if (event.type === 'pointerup' && to !== drag.from) move(drag.from, to)
  })
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    const giveUp = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null)
    }
    const onMove = (event: PointerEvent) => follow(event)
    const onEnd = (event: PointerEvent) => letGo(event)
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onEnd)
    addEventListener('pointercancel', onEnd)
    addEventListener('keydown', giveUp)
    return () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onEnd)
      removeEventListener('pointercancel', onEnd)
      removeEventListener('keydown', giveUp)
    }
  }, [isDragging])

  const begin = (event: DragStart, at: number) => {
    if (event.button === 0) setDrag({ pointer: event.pointerId, from: at, to: at })
  }
  const classOf = (at: number): string | undefined => {
    if (!drag) return undefined
    if (at === drag.from) return 'dragged'
    if (at !== drag.to) return undefined
    return drag.to < drag.from ? 'drop-before' : 'drop-after'
  }
  return { begin, classOf }
}

function middleOf(item: Element): number {
  const { top, height } = item.getBoundingClientRect()
  return top + height / 2
}

/** The drop index: `middles` are the vertical centers of the items, `y` is the pointer. */
export function placeUnder(middles: readonly number[], from: number, y: number): number {
  const passed = middles.filter((middle, at) => at !== from && middle < y).length
  return Math.min(Math.max(passed, 0), Math.max(middles.length - 1, 0))
}
