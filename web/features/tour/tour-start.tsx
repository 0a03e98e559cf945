import { lazy, Suspense, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { releaseTags, tourStepCount } from '#contract/cards/release-view.ts'
import type { TourStep } from '#contract/cards/releases.ts'
import { LanguageContext } from '../../i18n/use-translate.ts'
import { bring } from '../../platform/connection/bring.ts'
import { createClient } from '../../platform/api/client.ts'
import { expectOnStage, whenOnStage } from '../../platform/waking/stage.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useSite } from '../../platform/use-site.ts'

const Tour = lazy(() => bring(() => import('./tour.tsx')))

/** Shows the owner around their card, on its home, until they have seen it once on this device. */
export function TourStart({ alias, isOwner }: { alias: string; isOwner: boolean }) {
  const { productSlug: slug } = useSite()
  const language = useContext(LanguageContext)
  const { pathname, search } = useLocation()
  const [state, change] = useCardState(alias)
  const [shown, setShown] = useState<{ steps: TourStep[]; leave: () => void } | null>(null)
  const isHome = /\/home\/?$/.test(pathname)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const isDue = isOwner && isHome && !isPreview && state?.tourDone === false && navigator.onLine

  useEffect(() => {
    if (!isDue) return
    const notComing = expectOnStage('tour')
    let calledOff = () => {}
    let left = () => {}
    let isOver = false
    void fetchTour(slug, language).then((steps) => {
      if (isOver) return
      if (steps.length === 0) return notComing()
      calledOff = whenOnStage('tour', (leave) => {
        left = leave
        setShown({ steps, leave })
      })
    })
    return () => {
      isOver = true
      calledOff()
      notComing()
      // Whoever goes back in history while it speaks has left the home page.
      left()
      setShown(null)
    }
  }, [isDue, slug, language])

  function closed() {
    change({ tourDone: true })
    shown?.leave()
    setShown(null)
  }

  return <Suspense>{shown && <Tour steps={shown.steps} closed={closed} />}</Suspense>
}

/** The steps of this version's tour; none where nobody answers. */
async function fetchTour(slug: string, language: Language): Promise<TourStep[]> {
  try {
    const call = createClient({ slug }).call
    const { success, virtualTour } = await call('releases.tourSteps', { params: { tour: releaseTags.tour }, query: { language } })
    return success === 1 ? virtualTour.virtualTourSteps.slice(0, tourStepCount) : []
  } catch {
    return []
  }
}
