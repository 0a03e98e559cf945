import { useRef, type RefObject } from 'react'
import { loopPlace } from './loop-place.ts'

/** While a list still glides, where it was sent counts, not where it is. */
const glideMs = 600

/** Sends a list one of its items on or back, and round at its ends. */
export function useSteps(list: RefObject<HTMLElement | null>): (by: 1 | -1) => void {
  const sent = useRef({ to: 0, at: -Infinity })
  return (by) => {
    const window = list.current
    const [first, second] = window?.querySelectorAll<HTMLElement>('li') ?? []
    if (!window || !first || !second) return
    // Below nought where text runs from right to left, as the place of the list is then.
    const stride = second.offsetLeft - first.offsetLeft
    const last = Math.round((window.scrollWidth - window.clientWidth) / Math.abs(stride))
    const now = performance.now()
    const at = now - sent.current.at < glideMs ? sent.current.to : Math.round(window.scrollLeft / stride)
    const to = loopPlace(at, by, last)
    sent.current = { to, at: now }
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ left: to * stride, behavior: isCalm ? 'instant' : 'smooth' })
  }
}
