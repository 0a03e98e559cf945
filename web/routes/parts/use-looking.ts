import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page’s data again every so often, as long as somebody looks at it. */
export function useLooking(everyMs: number) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const look = () => document.visibilityState === 'visible' && navigator.onLine && void revalidate()
    const waiting = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(waiting)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, state, revalidate])
}
