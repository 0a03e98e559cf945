import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { desktopFromPx } from '#contract/constants.ts'
import { type CardState, readCardState } from '../../platform/device/device-state.ts'
import { takePromptSlot } from '../../platform/prompts/prompt-slot.ts'
import { isSimulated, isStandalone } from '../../platform/app/standalone.ts'
import { isBusy, onBusyChange } from '../../platform/prompts/is-busy.ts'
import type { ConnectCard } from './connect-card.ts'
import { outbox } from './sending/outbox-store.ts'
import { entryQueued, useOutbox } from './sending/use-outbox.ts'

/** Cards whose form opened by itself since the page was loaded: once per load, even after visiting another card. */
const promptedCards = new Set<string>()

const loadDialog = () => import('./connect-dialog.tsx')
const ConnectDialog = lazy(async () => ({ default: (await loadDialog()).ConnectDialog }))

/** Opens the form when it is due or requested by a link, and sends entries queued while offline. */
export default function ConnectPrompt({ card, onEnd }: { card: ConnectCard; onEnd: (how: 'skipped' | 'closed') => void }) {
  const [openedBy, setOpenedBy] = useState<'link' | 'timer' | null>(null)
  const { key, search } = useLocation()
  const { alias, formHref } = card
  useOutbox()

  const skip = useEffectEvent(() => onEnd('skipped'))
  const isAllowed = useEffectEvent(() => isPromptAllowed(card, search))
  useEffect(() => {
    let cancel = () => {}
    async function prompt() {
      let isOver = false
      cancel = () => (isOver = true)
      // Loaded first: by the time a file has arrived, the page may be in use.
      const isDue = (await isAllowed()) && (await loadDialog().catch(() => null)) !== null
      if (isOver) return
      if (!isDue) return skip()
      if (isBusy()) return void (cancel = afterUse(() => void prompt()))
      promptedCards.add(alias)
      setOpenedBy((now) => now ?? 'timer')
    }
    void prompt()
    return () => cancel()
  }, [alias])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!isPlain || event.defaultPrevented || link?.pathname !== formHref) return
      event.preventDefault()
      setOpenedBy('link')
    }
    document.addEventListener('click', open, { capture: true })
    return () => document.removeEventListener('click', open, { capture: true })
  }, [formHref])

  // Other prompts wait, even while the form is still loading.
  useEffect(() => (openedBy ? (takePromptSlot('connect', openedBy === 'link') ?? undefined) : undefined), [openedBy])

  // Going back in history closes the form.
  useEffect(() => () => setOpenedBy(null), [key])

  function onClosed() {
    setOpenedBy(null)
    onEnd('closed')
    dispatchEvent(new Event(entryQueued))
  }

  return <Suspense>{openedBy && <ConnectDialog card={card} isRequested={openedBy === 'link'} onClosed={onClosed} />}</Suspense>
}

async function isPromptAllowed(card: ConnectCard, search: string): Promise<boolean> {
  const query = new URLSearchParams(search)
  const isWaiting = (await outbox.read()).some(({ alias }) => alias === card.alias)
  return mayPrompt(card.prompt, {
    state: readCardState(card.alias),
    isInstalled: isStandalone() || isSimulated(search),
    isPreview: query.get('preview') === 'on',
    isDesktop: matchMedia(`(min-width: ${desktopFromPx}px)`).matches,
    isOnFormPage: /\/(lets-connect|install)\/?$/.test(location.pathname),
    isHandled: isWaiting || promptedCards.has(card.alias),
  })
}

export type PromptContext = {
  state: Pick<CardState, 'connected' | 'neverAskAgain'>
  isInstalled: boolean
  isPreview: boolean
  isDesktop: boolean
  /** On the form's own page or the install page. */
  isOnFormPage: boolean
  /** Prompted already in this page load, or an entry is still queued. */
  isHandled: boolean
}

/** True if the form may open by itself. */
export function mayPrompt(prompt: ConnectCard['prompt'], context: PromptContext): boolean {
  if (!prompt || (context.isDesktop && !prompt.onDesktop)) return false
  if (context.state.connected || context.state.neverAskAgain || context.isHandled) return false
  return !context.isInstalled && !context.isPreview && !context.isOnFormPage
}

/** Pause after another dialog was closed. */
const restMs = 500

/** Calls `act` once, when the page is no longer busy. Returns a cancel function. */
function afterUse(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unwatch = onBusyChange(() => {
    clearTimeout(timer)
    timer = setTimeout(check, restMs)
  })
  const stop = () => {
    clearTimeout(timer)
    unwatch()
  }
  function check() {
    if (isBusy()) return
    stop()
    act()
  }
  return stop
}
