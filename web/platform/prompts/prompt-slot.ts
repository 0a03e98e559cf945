import { isBusy, isInUse, onBusyChange } from './is-busy.ts'

/** Prompts that open over a card by themselves. Never two at once. */
export type PromptName = 'tour' | 'stories' | 'connect' | 'install' | 'login' | 'freemium'

/** Their order: a later prompt waits for an expected earlier one. Prompts not listed take the slot whenever it is free. */
const order: readonly PromptName[] = ['login', 'tour', 'stories', 'install', 'freemium']

let active: PromptName | null = null
const expected = new Set<PromptName>()
const waiting = new Set<() => boolean>()

/**
 * Takes the slot and returns its release; null while another prompt is open, a sheet is open, an earlier prompt is expected, or the
 * page is being used by someone who did not request it.
 */
export function takePromptSlot(name: PromptName, isRequested = false): (() => void) | null {
  if (active !== null || isAnotherExpectedFirst(name) || (isRequested ? isInUse() : isBusy())) return null
  active = name
  expected.delete(name)
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    active = null
    tryAll()
  }
}

/** Announces a prompt that may still come. Returns a function that withdraws it. */
export function expectPrompt(name: PromptName): () => void {
  expected.add(name)
  return () => {
    if (expected.delete(name)) tryAll()
  }
}

/** Calls `show` once, as soon as the slot is free, with its release. Returns a cancel function. */
export function whenPromptSlotFree(name: PromptName, show: (leave: () => void) => void, isRequested = false): () => void {
  let isOver = false
  const attempt = () => {
    // After canceling, an event that was already scheduled may still arrive.
    const leave = isOver ? null : takePromptSlot(name, isRequested)
    if (!leave) return false
    stop()
    show(leave)
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
  unwatch = onBusyChange(() => void attempt())
  return stop
}

const isAnotherExpectedFirst = (name: PromptName) => order.slice(0, Math.max(order.indexOf(name), 0)).some((before) => expected.has(before))

function tryAll() {
  for (const attempt of waiting) if (attempt()) return
}
