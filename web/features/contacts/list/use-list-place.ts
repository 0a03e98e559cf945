import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

type Place = { key: string; rows: number; top: number }

const storageKey = 'contacts-place'
/** Longer lists start at the top, to limit what a reload loads. */
const rowsMax = 500
let isFirstHere = true

/** Restores the scroll position after a reload and on back navigation. */
export function useListPlace(rows: number, fill: (rows: number) => Promise<void>) {
  const { key } = useLocation()
  const [top, setTop] = useState(0)
  const restore = useEffectEvent(async () => {
    const isFresh = isFirstHere && performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'navigate')
    isFirstHere = false
    const place = readPlace()
    if (isFresh || place?.key !== key || place.rows > rowsMax) return
    await fill(place.rows)
    // Set after the rows, so that they are rendered when it takes effect.
    setTop(place.top)
  })
  useLayoutEffect(() => {
    // The browser knows only the first page of the list: its own restoration could end after this one, further up.
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void restore())
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    if (scrollY < top) scrollTo({ top, behavior: 'instant' })
  }, [top])

  const save = useEffectEvent((place: Pick<Place, 'key'>) => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ ...place, rows, top: scrollY }))
    } catch {
      // Storage is full or denied: the list starts at the top.
    }
  })
  useLayoutEffect(() => {
    const leave = () => save({ key })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key])
}

function readPlace(): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Place | null
  } catch {
    return null
  }
}
