import { useEffect, useRef } from 'react'

/** The body's own edge does not touch the pane's. */
const marginPx = 4

/** Keeps a drawing of this size as large as its place allows, and never larger than it is. */
export function useScale({ width, height }: { width: number; height: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fit = () => {
      const { clientWidth = 0, clientHeight = 0 } = place.current ?? {}
      const scale = Math.min((clientWidth - 2 * marginPx) / width, clientHeight / height, 1)
      place.current?.style.setProperty('--preview-scale', String(Math.max(scale, 0.1)))
    }
    const watch = new ResizeObserver(fit)
    if (place.current) watch.observe(place.current)
    fit()
    return () => watch.disconnect()
  }, [width, height])
  return place
}
