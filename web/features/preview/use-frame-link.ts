import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { CardPage } from '#contract/pages.ts'
import type { PreviewMessage } from '#contract/cards/preview.ts'
import type { PublicView } from './public-view.ts'
import { isCardMessage } from './read-preview-message.ts'

const silentAfterMs = 15_000

type FrameState = 'loading' | 'drawn' | 'silent'

/** Sends the draft to the framed card: changes only, at most once per animation frame. */
export function useFrameLink(frame: RefObject<HTMLIFrameElement | null>, view: PublicView, page: CardPage | undefined) {
  const [state, setState] = useState<FrameState>('loading')
  const [currentPage, setCurrentPage] = useState<CardPage>('home')
  const sentView = useRef<PublicView | null>(null)
  const isLoaded = useRef(false)

  const post = (message: PreviewMessage) => frame.current?.contentWindow?.postMessage(message, location.origin)
  const sendChanges = useEffectEvent(() => {
    if (!isLoaded.current) return
    for (const message of changesSince(sentView.current, view)) post(message)
    sentView.current = view
  })
  const navigate = useEffectEvent((to: CardPage | undefined) => {
    if (isLoaded.current && to) post({ source: 'carte-account', type: 'navigate', page: to })
  })
  const onMessage = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== frame.current?.contentWindow || !isCardMessage(data)) return
    if (data.type === 'navigated') return setCurrentPage(data.page)
    // A frame that has just loaded or reloaded needs the full state.
    isLoaded.current = true
    sentView.current = null
    setState('drawn')
    sendChanges()
    if (page !== 'home') navigate(page)
  })

  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onMessage(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])

  useEffect(() => {
    const drawing = requestAnimationFrame(() => sendChanges())
    return () => cancelAnimationFrame(drawing)
  }, [view])

  useEffect(() => navigate(page), [page])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(setState, silentAfterMs, 'silent')
    return () => clearTimeout(timer)
  }, [state])

  /** The frame was recreated and needs the full state. */
  function restart() {
    isLoaded.current = false
    sentView.current = null
    setState('loading')
  }
  return { state, currentPage, restart }
}

const isSame = (one: unknown, other: unknown) => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** The messages for what changed since the last update. */
function changesSince(sentView: PublicView | null, view: PublicView): PreviewMessage[] {
  const source = 'carte-account'
  const before: Readonly<Record<string, unknown>> = sentView?.card ?? {}
  const subject = Object.fromEntries(Object.entries(view.card).filter(([key, value]) => !(key in before) || !isSame(value, before[key])))
  return [
    ...(isSame(sentView?.services, view.services) ? [] : [{ source, type: 'services', services: view.services } as const]),
    ...(isSame(sentView?.components, view.components) ? [] : [{ source, type: 'components', components: view.components } as const]),
    ...(Object.keys(subject).length === 0 ? [] : [{ source, type: 'subject', subject } as const]),
  ]
}
