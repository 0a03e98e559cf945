import { lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { checkAfterMs, releaseTags } from '#contract/cards/release-view.ts'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { importWithRetry } from '../../platform/connection/import-with-retry.ts'
import { createClient } from '../../platform/api/client.ts'
import { readCardState } from '../../platform/device/device-state.ts'
import { expectPrompt, whenPromptSlotFree } from '../../platform/prompts/prompt-slot.ts'
import { onStoriesRequested } from '../../platform/app/stories-request.ts'
import { useSite } from '../../platform/use-site.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { withoutEmpty, unviewed } from './visible-groups.ts'

const loadViewer = () => importWithRetry(() => import('./stories-viewer.tsx'))
const StoriesViewer = lazy(loadViewer)

const toastMs = 4000

/** Opens unviewed stories once per start of the app, and all stories on request. */
export function StoriesStart({ alias }: { alias: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const language = useContext(LanguageContext)
  const { productSlug: slug } = useSite()
  const { key, pathname, search } = useLocation()
  const [open, setOpen] = useState<{ groups: StoryGroup[]; leave: () => void } | null>(null)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  const isExcludedPage = /\/(login|lets-connect|install)\/?$/.test(pathname)

  useEffect(() => {
    if (isPreview || isExcludedPage || wasOpened(alias)) return
    const withdraw = expectPrompt('stories')
    let cancel = () => {}
    let isOver = false
    const timer = setTimeout(async () => {
      const groups = (await fetchStories(slug, language)) ?? []
      if (isOver) return
      const unviewedNow = () => unviewed(groups, readCardState(alias).viewedStories)
      if (unviewedNow().length === 0) return withdraw()
      // Loaded first: by the time a file has arrived, the page may be in use.
      await loadViewer()
      if (isOver) return
      cancel = whenPromptSlotFree('stories', (leave) => {
        // They may have been opened on request in the meantime.
        if (unviewedNow().length === 0) return leave()
        rememberOpened(alias)
        setOpen({ groups: unviewedNow(), leave })
      })
    }, checkAfterMs.stories)
    return () => {
      isOver = true
      clearTimeout(timer)
      cancel()
      withdraw()
    }
  }, [alias, slug, language, isPreview, isExcludedPage])

  // Set while a request is pending: two clicks open them once.
  const cancelRequest = useRef<(() => void) | null>(null)
  const openAll = useEffectEvent(async () => {
    if (isPreview || open || cancelRequest.current) return
    let isOver = false
    cancelRequest.current = () => (isOver = true)
    const groups = await fetchStories(slug, language)
    if (isOver) return
    cancelRequest.current = null
    if (!groups) showToast(t('stories.unreachable'), { kind: 'error', forMs: toastMs })
    else if (groups.length === 0) showToast(t('stories.none'), { forMs: toastMs })
    else cancelRequest.current = whenPromptSlotFree('stories', (leave) => setOpen({ groups, leave }), true)
  })
  useEffect(() => {
    const unsubscribe = onStoriesRequested(() => void openAll())
    return () => {
      unsubscribe()
      cancelRequest.current?.()
      cancelRequest.current = null
    }
  }, [])

  // Releases the slot however the stories close: by button, by navigation, or with the card.
  useEffect(
    () => () => {
      open?.leave()
      cancelRequest.current = null
    },
    [open],
  )
  useEffect(() => () => setOpen(null), [key])

  return <Suspense>{open && <StoriesViewer alias={alias} groups={open.groups} closed={() => setOpen(null)} />}</Suspense>
}

/** The stories of this version; null if the server doesn't answer. */
async function fetchStories(slug: string, language: Language): Promise<StoryGroup[] | null> {
  try {
    const groups = await createClient({ slug }).call('releases.stories', {
      query: { language },
      input: { stories: releaseTags.stories },
    })
    return withoutEmpty(groups)
  } catch {
    return null
  }
}

const keyOf = (alias: string) => `stories-shown:${alias.toLowerCase()}`
const openedHere = new Set<string>()

/** Whether stories have opened by themselves since the app was started. A reload is the same start. */
function wasOpened(alias: string): boolean {
  try {
    return openedHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return openedHere.has(alias)
  }
}

function rememberOpened(alias: string) {
  openedHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Storage is blocked or full: remembered until the page reloads.
  }
}
