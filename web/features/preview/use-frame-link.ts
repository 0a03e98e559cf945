import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { CardPage } from '#contract/pages.ts'
import type { PreviewMessage } from '#contract/cards/preview.ts'
import type { Shown } from './as-shown.ts'
import { isCardMessage } from './read-message.ts'

const silentAfterMs = 15_000

export type FrameState = 'loading' | 'drawn' | 'silent'

/** Tells the card in the frame what it is to look like: changes alone, at most once for each picture the screen draws. */
export function useFrameLink(frame: RefObject<HTMLIFrameElement | null>, shown: Shown, page: CardPage | undefined) {
  const [state, setState] = useState<FrameState>('loading')
  const [standsOn, setStandsOn] = useState<CardPage>('home')
  const told = useRef<Shown | null>(null)
  const isThere = useRef(false)

  const post = (message: PreviewMessage) => frame.current?.contentWindow?.postMessage(message, location.origin)
  const tell = useEffectEvent(() => {
    if (!isThere.current) return
    for (const message of changedSince(told.current, shown)) post(message)
    told.current = shown
  })
  const go = useEffectEvent((to: CardPage | undefined) => {
    if (isThere.current && to) post({ source: 'carte-account', type: 'navigate', page: to })
  })
  const hear = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== frame.current?.contentWindow || !isCardMessage(data)) return
    if (data.type === 'navigated') return setStandsOn(data.page)
    // A card that has just come knows nothing yet, also where it was loaded anew.
    isThere.current = true
    told.current = null
    setState('drawn')
    tell()
    if (page !== 'home') go(page)
  })

  useEffect(() => {
    const heard = (event: MessageEvent<unknown>) => hear(event)
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }, [])

  useEffect(() => {
    const drawing = requestAnimationFrame(() => tell())
    return () => cancelAnimationFrame(drawing)
  }, [shown])

  useEffect(() => go(page), [page])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(setState, silentAfterMs, 'silent')
    return () => clearTimeout(timer)
  }, [state])

  /** The frame is made anew and has to be told everything. */
  function begin() {
    isThere.current = false
    told.current = null
    setState('loading')
  }
  return { state, standsOn, begin }
}

const isSame = (one: unknown, other: unknown) => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** What the card in the frame is told: only what is not as it was last told. */
function changedSince(told: Shown | null, shown: Shown): PreviewMessage[] {
  const source = 'carte-account'
  const before: Readonly<Record<string, unknown>> = told?.card ?? {}
  const subject = Object.fromEntries(Object.entries(shown.card).filter(([key, value]) => !(key in before) || !isSame(value, before[key])))
  return [
    ...(isSame(told?.services, shown.services) ? [] : [{ source, type: 'services', services: shown.services } as const]),
    ...(isSame(told?.components, shown.components) ? [] : [{ source, type: 'components', components: shown.components } as const]),
    ...(Object.keys(subject).length === 0 ? [] : [{ source, type: 'subject', subject } as const]),
  ]
}
