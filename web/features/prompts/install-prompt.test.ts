import { beforeEach, expect, test } from 'vitest'
import { schedule, type PromptClock, type Stage } from './install-prompt.tsx'

let now = 0
let timers: { at: number; act: () => void }[] = []
const clock: PromptClock = {
  after(act, ms) {
    const timer = { at: now + ms, act }
    timers.push(timer)
    return () => void (timers = timers.filter((one) => one !== timer))
  },
}
const pass = (ms: number) => {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { act } of due) act()
}

/** A prompt slot for one prompt at a time. */
let speaker: string | null = null
let waiting: (() => void)[] = []
const stage: Stage = (name, show) => {
  let isOff = false
  const attempt = () => {
    if (isOff) return
    if (speaker !== null) return void waiting.push(attempt)
    speaker = name
    show(() => {
      speaker = null
      for (const next of waiting.splice(0)) next()
    })
  }
  attempt()
  return () => void (isOff = true)
}

const openedPrompts: string[] = []
const aPrompt = (name: 'connect' | 'install' | 'login', delayMs: number, isAllowed = () => true) => {
  let leave = () => {}
  const cancel = schedule(
    {
      name,
      delayMs,
      isAllowed,
      show: (onLeft) => {
        openedPrompts.push(name)
        leave = onLeft
      },
    },
    { clock, stage },
  )
  return { cancel, leave: () => leave() }
}

beforeEach(() => {
  now = 0
  timers = []
  waiting = []
  speaker = null
  openedPrompts.length = 0
})

test('PROMPT-1 a prompt opens after its delay, not before', () => {
  aPrompt('install', 1100)
  pass(1099)
  expect(openedPrompts).toEqual([])
  pass(1)
  expect(openedPrompts).toEqual(['install'])
})

test('PROMPT-1 two prompts never open at once: the second waits', () => {
  const first = aPrompt('connect', 500)
  aPrompt('install', 500)
  pass(500)
  expect(openedPrompts).toEqual(['connect'])
  first.leave()
  expect(openedPrompts).toEqual(['connect', 'install'])
})

test('checks its rules again after waiting', () => {
  let isInstalled = false
  const first = aPrompt('connect', 0)
  aPrompt('install', 0, () => !isInstalled)
  pass(0)
  isInstalled = true
  first.leave()
  expect(openedPrompts).toEqual(['connect'])
  aPrompt('login', 0)
  pass(0)
  expect(openedPrompts).toEqual(['connect', 'login'])
})

test('canceled before its time or while waiting, it does not open', () => {
  const early = aPrompt('install', 1000)
  early.cancel()
  pass(2000)
  const first = aPrompt('connect', 0)
  const delayed = aPrompt('login', 0)
  pass(0)
  delayed.cancel()
  first.leave()
  expect(openedPrompts).toEqual(['connect'])
})
