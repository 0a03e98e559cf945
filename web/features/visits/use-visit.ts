import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Report } from '../../platform/visits/use-report.ts'
import type { Visits } from '../../platform/visits/visits.ts'
import { countVisit, takeEarly } from './count-visit.ts'

/** Counts this visit: the opened card, viewed pages and clicks. An owner's preview isn't counted. */
export function useVisit({ alias, slug, page }: { alias: string; slug: string; page: string }): Report {
  const { search, key } = useLocation()
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const visits = useRef<Visits | null>(null)
  /** The page that was counted before the app started. */
  const counted = useRef<string | null>(null)
  const hasLoaded = useRef(false)

  useEffect(() => {
    if (isPreview) return
    const early = takeEarly()
    const started = early?.visits ?? countVisit({ alias, slug })
    visits.current = started
    counted.current = early?.page ?? null
    return () => {
      started.stop()
      visits.current = null
    }
  }, [alias, slug, isPreview])

  useEffect(() => {
    if (counted.current !== page) visits.current?.report('page_view', page)
    counted.current = null
    // Reported on client navigation, not on the initial load.
    if (hasLoaded.current) visits.current?.report('custom_history_change', page)
    hasLoaded.current = true
  }, [page, key])

  return useCallback<Report>((name, value) => visits.current?.report(name, value), [])
}
