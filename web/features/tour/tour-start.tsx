import { lazy, Suspense, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { releaseTags, tourStepCount } from '#contract/cards/release-view.ts'
import type { TourStep } from '#contract/cards/releases.ts'
import { LanguageContext } from '../../i18n/use-translate.ts'
import { importWithRetry } from '../../platform/connection/import-with-retry.ts'
import { createClient } from '../../platform/api/client.ts'
import { expectPrompt, whenPromptSlotFree } from '../../platform/prompts/prompt-slot.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useSite } from '../../platform/use-site.ts'

const loadTour = () => importWithRetry(() => import('./tour.tsx'))
const Tour = lazy(loadTour)

/** Shows the tour to the owner on the home page, once per device. */
export function TourStart({ alias, isOwner }: { alias: string; isOwner: boolean }) {
  const { productSlug: slug } = useSite()
  const language = useContext(LanguageContext)
  const { pathname, search } = useLocation()
  const [state, change] = useCardState(alias)
  const [open, setOpen] = useState<{ steps: TourStep[]; leave: () => void } | null>(null)
  const isHome = /\/home\/?$/.test(pathname)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const isDue = isOwner && isHome && !isPreview && state?.tourDone === false && navigator.onLine

  useEffect(() => {
    if (!isDue) return
    const withdraw = expectPrompt('tour')
    let cancel = () => {}
    let left = () => {}
    let isOver = false
    void fetchTour(slug, language).then(async (steps) => {
      if (isOver) return
      if (steps.length === 0) return withdraw()
      // Loaded first: by the time a file has arrived, the page may be in use.
      await loadTour()
      if (isOver) return
      cancel = whenPromptSlotFree('tour', (leave) => {
        left = leave
        setOpen({ steps, leave })
      })
    })
    return () => {
      isOver = true
      cancel()
      withdraw()
      // Navigating back leaves the home page and ends the tour.
      left()
      setOpen(null)
    }
  }, [isDue, slug, language])

  function closed() {
    change({ tourDone: true })
    open?.leave()
    setOpen(null)
  }

  return <Suspense>{open && <Tour steps={open.steps} closed={closed} />}</Suspense>
}

/** The steps of this version's tour; empty if the server doesn't answer. */
async function fetchTour(slug: string, language: Language): Promise<TourStep[]> {
  try {
    const call = createClient({ slug }).call
    const { success, virtualTour } = await call('releases.tourSteps', { params: { tour: releaseTags.tour }, query: { language } })
    return success === 1 ? virtualTour.virtualTourSteps.slice(0, tourStepCount) : []
  } catch {
    return []
  }
}
