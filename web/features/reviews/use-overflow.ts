import { useEffect, useState, type RefObject } from 'react'

/** Whether a list holds more than its window shows. Nobody knows before the page is drawn: false. */
export function useOverflow(list: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const watch = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    watch.observe(element)
    return () => watch.disconnect()
  }, [list])
  return overflows
}
