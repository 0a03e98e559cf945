import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

type Point = { x: number; y: number }
type Handlers = {
  /** In screen pixels. */
  pan(by: Point): void
  /** Around a point, in pixels from the center of the stage. */
  zoom(factor: number, at: Point): void
}

const stepPx = 16
const zoomStep = 1.15
const steps: Record<string, Point> = {
  ArrowLeft: { x: stepPx, y: 0 },
  ArrowRight: { x: -stepPx, y: 0 },
  ArrowUp: { x: 0, y: stepPx },
  ArrowDown: { x: 0, y: -stepPx },
}

/** Drag to move, pinch or wheel to zoom, arrow, plus and minus keys for both. */
export function usePanAndZoom(stage: RefObject<HTMLElement | null>, { pan, zoom }: Handlers) {
  const fingers = useRef(new Map<number, Point>())
  const onZoom = useRef(zoom)
  useEffect(() => {
    onZoom.current = zoom
  })

  const fromCenter = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const centered = useRef(fromCenter)

  // React's wheel listeners are passive: the page behind would scroll.
  useEffect(() => {
    const on = stage.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      onZoom.current(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), centered.current({ x: event.clientX, y: event.clientY }))
    }
    on?.addEventListener('wheel', wheel, { passive: false })
    return () => on?.removeEventListener('wheel', wheel)
  }, [stage])

  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      const before = fingers.current.get(pointerId)
      if (!before) return
      const now = { x: clientX, y: clientY }
      const other = [...fingers.current].find(([id]) => id !== pointerId)?.[1]
      fingers.current.set(pointerId, now)
      // With two fingers, each moves the picture by half.
      const share = other ? 0.5 : 1
      pan({ x: (now.x - before.x) * share, y: (now.y - before.y) * share })
      if (!other) return
      const [apartBefore, apart] = [distance(before, other), distance(now, other)]
      if (apartBefore > 0) zoom(apart / apartBefore, fromCenter({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key]
      if (step) pan(step)
      else if (event.key === '+' || event.key === '=') zoom(zoomStep, { x: 0, y: 0 })
      else if (event.key === '-') zoom(1 / zoomStep, { x: 0, y: 0 })
      else return
      event.preventDefault()
    },
  }
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
