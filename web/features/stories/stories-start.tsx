import { lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { checkAfterMs, releaseTags } from '#contract/cards/release-view.ts'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { bring } from '../../platform/connection/bring.ts'
import { createClient } from '../../platform/api/client.ts'
import { readCardState } from '../../platform/device/device-state.ts'
import { expectOnStage, whenOnStage } from '../../platform/waking/stage.ts'
import { whenStoriesAsked } from '../../platform/app/stories-asked.ts'
import { useSite } from '../../platform/use-site.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { shownGroups, unviewed } from './which-groups.ts'

const StoriesViewer = lazy(() => bring(() => import('./stories-viewer.tsx')))

const saidForMs = 4000

/** Opens what is new by itself once per start of the app, and everything whenever somebody asks. */
export function StoriesStart({ alias }: { alias: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const language = useContext(LanguageContext)
  const { productSlug: slug } = useSite()
  const { key, pathname, search } = useLocation()
  const [shown, setShown] = useState<{ groups: StoryGroup[]; leave: () => void } | null>(null)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const isInTheWay = /\/(login|lets-connect|install)\/?$/.test(pathname)

  useEffect(() => {
    if (isPreview || isInTheWay || wasShown(alias)) return
    const notComing = expectOnStage('stories')
    let calledOff = () => {}
    let isOver = false
    const timer = setTimeout(async () => {
      const groups = (await fetchStories(slug, language)) ?? []
      if (isOver) return
      const fresh = () => unviewed(groups, readCardState(alias).viewedStories)
      if (fresh().length === 0) return notComing()
      calledOff = whenOnStage('stories', (leave) => {
        // Somebody may have asked for them while they waited.
        if (fresh().length === 0) return leave()
        rememberShown(alias)
        setShown({ groups: fresh(), leave })
      })
    }, checkAfterMs.stories)
    return () => {
      isOver = true
      clearTimeout(timer)
      calledOff()
      notComing()
    }
  }, [alias, slug, language, isPreview, isInTheWay])

  // Set while somebody waits for them: who presses twice is shown them once.
  const notAsking = useRef<(() => void) | null>(null)
  const asked = useEffectEvent(async () => {
    if (isPreview || shown || notAsking.current) return
    let isOver = false
    notAsking.current = () => (isOver = true)
    const groups = await fetchStories(slug, language)
    if (isOver) return
    notAsking.current = null
    if (!groups) showToast(t('stories.unreachable'), { kind: 'error', forMs: saidForMs })
    else if (groups.length === 0) showToast(t('stories.none'), { forMs: saidForMs })
    else notAsking.current = whenOnStage('stories', (leave) => setShown({ groups, leave }))
  })
  useEffect(() => {
    const unheard = whenStoriesAsked(() => void asked())
    return () => {
      unheard()
      notAsking.current?.()
      notAsking.current = null
    }
  }, [])

  // However they go, the stage is free again: shut, left by going back in history, or with the card.
  useEffect(
    () => () => {
      shown?.leave()
      notAsking.current = null
    },
    [shown],
  )
  useEffect(() => () => setShown(null), [key])

  return <Suspense>{shown && <StoriesViewer alias={alias} groups={shown.groups} closed={() => setShown(null)} />}</Suspense>
}

/** The stories of this version; null where nobody answers. */
async function fetchStories(slug: string, language: Language): Promise<StoryGroup[] | null> {
  try {
    const groups = await createClient({ slug }).call('releases.stories', {
      query: { language },
      input: { stories: releaseTags.stories },
    })
    return shownGroups(groups)
  } catch {
    return null
  }
}

const keyOf = (alias: string) => `stories-shown:${alias.toLowerCase()}`
const shownHere = new Set<string>()

/** Whether stories opened by themselves since the app was started; a page loaded anew is the same start. */
function wasShown(alias: string): boolean {
  try {
    return shownHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return shownHere.has(alias)
  }
}

function rememberShown(alias: string) {
  shownHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Refused or full: until the page is loaded anew it is remembered here.
  }
}
