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

/** A stage with room for one. */
let speaker: string | null = null
let waiting: (() => void)[] = []
const stage: Stage = (name, speak) => {
  let isOff = false
  const attempt = () => {
    if (isOff) return
    if (speaker !== null) return void waiting.push(attempt)
    speaker = name
    speak(() => {
      speaker = null
      for (const next of waiting.splice(0)) next()
    })
  }
  attempt()
  return () => void (isOff = true)
}

const said: string[] = []
const aPrompt = (name: 'connect' | 'install' | 'login', delayMs: number, may = () => true) => {
  let leave = () => {}
  const callOff = schedule(
    {
      name,
      delayMs,
      may,
      speak: (left) => {
        said.push(name)
        leave = left
      },
    },
    { clock, stage },
  )
  return { callOff, leave: () => leave() }
}

beforeEach(() => {
  now = 0
  timers = []
  waiting = []
  speaker = null
  said.length = 0
})

test('PROMPT-1 a prompt speaks when its delay is over, and not before', () => {
  aPrompt('install', 1100)
  pass(1099)
  expect(said).toEqual([])
  pass(1)
  expect(said).toEqual(['install'])
})

test('PROMPT-1 two never speak at once: the second waits until the first has left', () => {
  const first = aPrompt('connect', 500)
  aPrompt('install', 500)
  pass(500)
  expect(said).toEqual(['connect'])
  first.leave()
  expect(said).toEqual(['connect', 'install'])
})

test('what happened while it waited counts: it may not speak any more', () => {
  let isInstalled = false
  const first = aPrompt('connect', 0)
  aPrompt('install', 0, () => !isInstalled)
  pass(0)
  isInstalled = true
  first.leave()
  expect(said).toEqual(['connect'])
  aPrompt('login', 0)
  pass(0)
  expect(said).toEqual(['connect', 'login'])
})

test('called off before its time or while it waits, it stays silent', () => {
  const early = aPrompt('install', 1000)
  early.callOff()
  pass(2000)
  const first = aPrompt('connect', 0)
  const late = aPrompt('login', 0)
  pass(0)
  late.callOff()
  first.leave()
  expect(said).toEqual(['connect'])
})
