import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { desktopFromPx } from '#contract/constants.ts'
import { type CardState, readCardState } from '../../platform/device/device-state.ts'
import { takeStage } from '../../platform/waking/stage.ts'
import { isSimulated, isStandalone } from '../../platform/app/standalone.ts'
import { isBusy, onChange } from '../../platform/waking/what-is-open.ts'
import type { ConnectCard } from './connect-card.ts'
import { keptStore } from './sending/kept-store.ts'
import { entryKept, useKeptEntries } from './sending/use-kept-entries.ts'

/** Cards whose form opened by itself since this page was loaded: once is enough, also after a walk to another card and back. */
const offered = new Set<string>()

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))

/** Opens the form when its time has come, or when somebody asks for it; and sends what was left without a connection. */
export default function ConnectPrompt({ card, settled }: { card: ConnectCard; settled: (how: 'skipped' | 'closed') => void }) {
  const [shown, setShown] = useState<'asked' | 'due' | null>(null)
  const { key, search } = useLocation()
  const { alias, formHref } = card
  useKeptEntries()

  const ask = useEffectEvent(async () => {
    if (shown) return
    if (!(await isAllowed(card, search))) return settled('skipped')
    offered.add(alias)
    setShown((now) => now ?? 'due')
  })
  useEffect(() => whenFree(() => void ask()), [alias])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!isPlain || event.defaultPrevented || link?.pathname !== formHref) return
      event.preventDefault()
      setShown('asked')
    }
    document.addEventListener('click', open, { capture: true })
    return () => document.removeEventListener('click', open, { capture: true })
  }, [formHref])

  // What else would speak up waits, also while the form is still being fetched.
  useEffect(() => (shown ? (takeStage('connect') ?? undefined) : undefined), [shown])

  // Going back in history is leaving the form.
  useEffect(() => () => setShown(null), [key])

  function closed() {
    setShown(null)
    settled('closed')
    dispatchEvent(new Event(entryKept))
  }

  return <Suspense>{shown && <ConnectDialog card={card} isAsked={shown === 'asked'} closed={closed} />}</Suspense>
}

async function isAllowed(card: ConnectCard, search: string): Promise<boolean> {
  const query = new URLSearchParams(search)
  const isWaiting = (await keptStore.read()).some(({ alias }) => alias === card.alias)
  return mayAsk(card.asks, {
    state: readCardState(card.alias),
    isInstalled: isStandalone() || isSimulated(search),
    isPreview: query.get('preview') === 'on',
    isDesktop: matchMedia(`(min-width: ${desktopFromPx}px)`).matches,
    isElsewhere: /\/(lets-connect|install)\/?$/.test(location.pathname),
    isAnswered: isWaiting || offered.has(card.alias),
  })
}

export type Here = {
  state: Pick<CardState, 'connected' | 'neverAskAgain'>
  isInstalled: boolean
  isPreview: boolean
  isDesktop: boolean
  /** On the form's own page, or where the card is being installed. */
  isElsewhere: boolean
  /** Offered once in this load, or sent and still on its way. */
  isAnswered: boolean
}

/** Whether the form may open by itself. */
export function mayAsk(asks: ConnectCard['asks'], here: Here): boolean {
  if (!asks || (here.isDesktop && !asks.onDesktop)) return false
  if (here.state.connected || here.state.neverAskAgain || here.isAnswered) return false
  return !here.isInstalled && !here.isPreview && !here.isElsewhere
}

/** A moment's rest after something else was shut. */
const restMs = 500

/** Acts as soon as no sheet or dialog is open and nobody writes, once. Gives a way to call it off. */
function whenFree(act: () => void): () => void {
  if (!isBusy()) {
    act()
    return () => {}
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const unwatch = onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(look, restMs)
  })
  const stop = () => {
    clearTimeout(timer)
    unwatch()
  }
  function look() {
    if (isBusy()) return
    stop()
    act()
  }
  return stop
}
