import { isBusy, onChange } from './what-is-open.ts'

/** Who may speak over a card by itself. Never two at once. */
export type Speaker = 'tour' | 'stories' | 'connect' | 'install' | 'login' | 'freemium'

/** These come in this order: who is later waits for one that is still expected. The others take the stage whenever it is free. */
const order: readonly Speaker[] = ['login', 'tour', 'stories', 'install', 'freemium']

let speaker: Speaker | null = null
const expected = new Set<Speaker>()
const waiting = new Set<() => boolean>()

/** The stage, as the way to leave it; or null while somebody else speaks, a sheet is open, or one who comes before is expected. */
export function takeStage(name: Speaker): (() => void) | null {
  if (speaker !== null || isAnotherFirst(name) || isBusy()) return null
  speaker = name
  expected.delete(name)
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    speaker = null
    tryAll()
  }
}

/** Says that one may yet speak. Gives the way to say that it will not. */
export function expectOnStage(name: Speaker): () => void {
  expected.add(name)
  return () => {
    if (expected.delete(name)) tryAll()
  }
}

/** Speaks as soon as the stage is free, once. Gives the way to stop waiting; who speaks leaves by what it was given. */
export function whenOnStage(name: Speaker, speak: (leave: () => void) => void): () => void {
  let isOver = false
  const attempt = () => {
    // Called off, it may still hear of a sheet that was shut just before.
    const leave = isOver ? null : takeStage(name)
    if (!leave) return false
    stop()
    speak(leave)
    return true
  }
  let unwatch = () => {}
  const stop = () => {
    isOver = true
    waiting.delete(attempt)
    unwatch()
  }
  if (attempt()) return stop
  waiting.add(attempt)
  unwatch = onChange(() => void attempt())
  return stop
}

const isAnotherFirst = (name: Speaker) => order.slice(0, Math.max(order.indexOf(name), 0)).some((before) => expected.has(before))

function tryAll() {
  for (const attempt of waiting) if (attempt()) return
}
