import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'

type Place = { key: string; rows: number; top: number }

const storageKey = 'contacts-place'
/** Further down a list begins at its top again: what is fetched for one reload has an end. */
const rowsMax = 500
let isFirstHere = true

/** Brings a list back to where it was scrolled to: after a reload, and on the way back to it. */
export function useListPlace(rows: number, fill: (rows: number) => Promise<void>) {
  const { key } = useLocation()
  const [top, setTop] = useState(0)
  const restore = useEffectEvent(async () => {
    const isFresh = isFirstHere && performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'navigate')
    isFirstHere = false
    const place = readPlace()
    if (isFresh || place?.key !== key || place.rows <= rows || place.rows > rowsMax) return
    await fill(place.rows)
    // Set after the rows, so that they are drawn when it takes effect.
    setTop(place.top)
  })
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
      // Full or forbidden: the list begins at its top.
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
