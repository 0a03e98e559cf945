import { useEffect, useState } from 'react'
import { ownOf } from '#contract/own-of.ts'
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

/** Some parts of every card are known by what they open. */
const known: Readonly<Record<string, string>> = {
  'dock-share': '.dock [popovertarget="share"], .head [popovertarget="share"]',
  menu: '[popovertarget="menu"]',
  'dock-contacts': '.dock [href$="/my-contacts"]',
}

/** The part of the page a step speaks of: of several the first to be seen. */
function findTarget(name: string): HTMLElement | null {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-tour]')].filter((part) => part.dataset['tour'] === name)
  const selector = ownOf(known, name)
  const usual = selector ? document.querySelectorAll<HTMLElement>(selector) : []
  return [...marked, ...usual].find((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) ?? null
}
