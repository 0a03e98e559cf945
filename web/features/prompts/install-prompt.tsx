import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { promptDelayMs } from '#contract/constants.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { countedLoad, forgetCounted } from '../../platform/device/looked.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { whenOnStage, type Speaker } from '../../platform/waking/stage.ts'
import { mayInstall } from './rules.ts'

type Props = {
  alias: string
  isOwn: boolean
  /** What became of the form that comes first; null until that is known. */
  before: 'skipped' | 'closed' | null
  sheet: (parts: { closed: () => void; refused: () => void }) => ReactNode
}

/** Counts the loads of a card on this device, and at every fifth shows the way to install it. */
export function InstallPrompt({ alias, isOwn, before, sheet }: Props) {
  const { key, pathname, search } = useLocation()
  const isInstalled = useInstalled()
  const isPreview = new URLSearchParams(search).get('preview') === 'on'
  // Which load of the card this is, on this device; null where none is counted.
  const [load, setLoad] = useState(() => (isPreview || isInstalled ? null : (countedLoad(alias) ?? readCardState(alias).installShown)))
  const [leave, setLeave] = useState<(() => void) | null>(null)

  const count = useEffectEvent(() => {
    if (load !== null && countedLoad(alias) === null) writeCardState(alias, { installShown: load + 1 })
    forgetCounted()
  })
  useEffect(() => count(), [alias])

  const may = useEffectEvent((installShown: number) => {
    const isElsewhere = /\/(lets-connect|install)\/?$/.test(pathname)
    return mayInstall({ state: { ...readCardState(alias), installShown }, isOwn, isElsewhere, isInstalled, isPreview })
  })
  useEffect(() => {
    if (before === null || load === null) return
    return schedule({
      name: 'install',
      delayMs: (before === 'closed' ? promptDelayMs.installAfterConnect : 0) + promptDelayMs.install,
      may: () => may(load),
      speak(left) {
        writeCardState(alias, { installShown: 1 })
        setLeave(() => left)
      },
    })
  }, [alias, before, load])

  function closed() {
    leave?.()
    setLeave(null)
    setLoad(null)
  }
  // Going back in history is leaving it.
  const left = useEffectEvent(() => leave && closed())
  useEffect(() => () => void left(), [key])

  const refused = () => writeCardState(alias, { installDiscarded: true })
  return <Suspense>{leave && sheet({ closed, refused })}</Suspense>
}

export type PromptClock = { after(act: () => void, ms: number): () => void }
export type Stage = (name: Speaker, speak: (leave: () => void) => void) => () => void

type Prompt = {
  name: Speaker
  delayMs: number
  /** Asked when its time has come, and again when the stage is free: something else may have happened meanwhile. */
  may: () => boolean
  speak: (leave: () => void) => void
}

/** Has a prompt speak after its delay, by its rules, as soon as nobody else does. Gives the way to call it off. */
export function schedule({ name, delayMs, may, speak }: Prompt, { clock = thisClock, stage = whenOnStage }: Partial<Needs> = {}) {
  let callOff = clock.after(() => {
    if (!may()) return
    callOff = stage(name, (leave) => (may() ? speak(leave) : leave()))
  }, delayMs)
  return () => callOff()
}

type Needs = { clock: PromptClock; stage: Stage }

const thisClock: PromptClock = {
  after(act, ms) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
