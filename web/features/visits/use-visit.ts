import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Report } from '../../platform/use-report.ts'
import { createVisits, type Visits } from '../../platform/visits.ts'
import { clickOf } from './click-of.ts'

/** Counts this visit: that the card was opened, which pages were seen, what was pressed. An owner's preview is no visit. */
export function useVisit({ alias, slug, page }: { alias: string; slug: string; page: string }): Report {
  const { search, key } = useLocation()
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const visits = useRef<Visits | null>(null)

  useEffect(() => {
    if (isPreview) return
    const begun = createVisits({ alias, slug })
    visits.current = begun
    begun.report('open_{product}', platform())
    const count = ({ target }: MouseEvent) => {
      const click = clickOf(target)
      if (click) begun.report(click.name, click.value)
    }
    document.addEventListener('click', count, { capture: true })
    return () => {
      document.removeEventListener('click', count, { capture: true })
      begun.stop()
      visits.current = null
    }
  }, [alias, slug, isPreview])

  useEffect(() => visits.current?.report('page_view', page), [page, key])

  return useCallback<Report>((name, value) => visits.current?.report(name, value), [])
}

function platform(): string {
  if (matchMedia('(display-mode: standalone)').matches) return 'Installed'
  return matchMedia('(min-width: 1024px)').matches ? 'Desktop' : 'Mobile'
}
