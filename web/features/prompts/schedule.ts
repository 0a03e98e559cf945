import { whenOnStage, type Speaker } from '../../platform/waking/stage.ts'

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
