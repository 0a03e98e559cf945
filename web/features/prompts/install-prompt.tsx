import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { promptDelayMs } from '#contract/constants.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { countedLoad, clearCountedLoad } from '../../platform/device/before-app.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { whenPromptSlotFree, type PromptName } from '../../platform/prompts/prompt-slot.ts'
import { shouldPromptInstall } from './rules.ts'

type Props = {
  alias: string
  isOwn: boolean
  /** The outcome of the connect form, which comes first; null until known. */
  before: 'skipped' | 'closed' | null
  sheet: (handlers: { onClose: () => void; onNever: () => void }) => ReactNode
}

/** Counts the visits to a card on this device and shows the install prompt on every fifth. */
export function InstallPrompt({ alias, isOwn, before, sheet }: Props) {
  const { key, pathname, search } = useLocation()
  const isInstalled = useInstalled()
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  // The number of this visit; null if visits aren't counted.
  const [load, setLoad] = useState(() => (isPreview || isInstalled ? null : (countedLoad(alias) ?? readCardState(alias).visitCount)))
  const [leave, setLeave] = useState<(() => void) | null>(null)

  const count = useEffectEvent(() => {
    if (load !== null && countedLoad(alias) === null) writeCardState(alias, { visitCount: load + 1 })
    clearCountedLoad()
  })
  useEffect(() => count(), [alias])

  const isAllowed = useEffectEvent((visitCount: number) => {
    const isOtherPrompt = /\/(lets-connect|install)\/?$/.test(pathname)
    return shouldPromptInstall({ state: { ...readCardState(alias), visitCount }, isOwn, isOtherPrompt, isInstalled, isPreview })
  })
  useEffect(() => {
    if (before === null || load === null) return
    return schedule({
      name: 'install',
      delayMs: (before === 'closed' ? promptDelayMs.installAfterConnect : 0) + promptDelayMs.install,
      isAllowed: () => isAllowed(load),
      show(onLeft) {
        writeCardState(alias, { visitCount: 1 })
        setLeave(() => onLeft)
      },
    })
  }, [alias, before, load])

  function close() {
    leave?.()
    setLeave(null)
    setLoad(null)
  }
  // Navigating away closes it.
  const onLeft = useEffectEvent(() => leave && close())
  useEffect(() => () => void onLeft(), [key])

  const onNever = () => writeCardState(alias, { installDiscarded: true })
  return <Suspense>{leave && sheet({ onClose: close, onNever })}</Suspense>
}

export type PromptClock = { after(act: () => void, ms: number): () => void }
export type Stage = (name: PromptName, show: (leave: () => void) => void) => () => void

type Prompt = {
  name: PromptName
  delayMs: number
  /** Checked when the delay is over and again when the slot is free, because things may have changed. */
  isAllowed: () => boolean
  show: (leave: () => void) => void
}

/** Shows a prompt after its delay, when it is allowed and the slot is free. Returns a cancel function. */
export function schedule(
  { name, delayMs, isAllowed, show }: Prompt,
  { clock = thisClock, stage = whenPromptSlotFree }: Partial<Deps> = {},
) {
  let cancel = clock.after(() => {
    if (!isAllowed()) return
    cancel = stage(name, (leave) => (isAllowed() ? show(leave) : leave()))
  }, delayMs)
  return () => cancel()
}

type Deps = { clock: PromptClock; stage: Stage }

const thisClock: PromptClock = {
  after(act, ms) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
