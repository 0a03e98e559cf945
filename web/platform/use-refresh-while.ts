import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again at this interval, while something works and the page is visible. */
export function useRefreshWhile(isWorking: boolean, everyMs: number) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWorking || state !== 'idle') return
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), everyMs)
    return () => clearInterval(timer)
  }, [isWorking, state, revalidate, everyMs])
}
