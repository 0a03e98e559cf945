import { useEffect, useState } from 'react'
import { findTarget } from './find-target.ts'
import type { Box } from './place-bubble.ts'

type Seen = { name: string; box: Box | null }

/** Where a part of the page is on the screen now, brought into sight first; it is followed however the screen turns. */
export function useTargetBox(name: string, isCalm: boolean): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null)

  useEffect(() => {
    const look = () => setSeen({ name, box: boxOf(findTarget(name)) })
    findTarget(name)?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
    const over = new AbortController()
    for (const kind of ['resize', 'scroll', 'orientationchange'])
      addEventListener(kind, look, { signal: over.signal, capture: true, passive: true })
    // It says so once at the start, too.
    const sizes = new ResizeObserver(look)
    sizes.observe(document.body)
    return () => {
      over.abort()
      sizes.disconnect()
    }
  }, [name, isCalm])

  return seen?.name === name ? seen : null
}

function boxOf(part: HTMLElement | null): Box | null {
  if (!part) return null
  const { x, y, width, height } = part.getBoundingClientRect()
  return { x, y, width, height }
}
