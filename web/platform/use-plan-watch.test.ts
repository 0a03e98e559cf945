import { beforeEach, expect, test } from 'vitest'
import { watchMark } from './use-plan-watch.ts'

const answers: (string | null)[] = []
let fetches = 0
let reloads = 0
let isHidden = false
let isWriting = false
let due: { act: () => void; ms: number } | null = null

const settled = () => new Promise((resolve) => setImmediate(resolve))
const begin = async () => {
  const watch = watchMark({
    async fetchMark() {
      fetches++
      return answers.shift() ?? null
    },
    isHidden: () => isHidden,
    canReload: () => !isWriting,
    reload: () => void reloads++,
    after(act, ms) {
      due = { act, ms }
      return () => void (due = null)
    },
  })
  await settled()
  return watch
}
const pass = async () => {
  const { act } = due ?? {}
  due = null
  act?.()
  await settled()
}

beforeEach(() => {
  answers.length = 0
  fetches = reloads = 0
  isHidden = isWriting = false
  due = null
})

test('SUB-2 a plan that changed elsewhere reloads the page data once', async () => {
  answers.push('a', 'a', 'b', 'b')
  await begin()
  await pass()
  expect([fetches, reloads]).toEqual([2, 0])
  await pass()
  await pass()
  expect([fetches, reloads]).toEqual([4, 1])
})

test('no reload while the page has unsaved input', async () => {
  answers.push('a', 'b', 'b')
  await begin()
  isWriting = true
  await pass()
  expect(reloads).toBe(0)
  isWriting = false
  await pass()
  expect(reloads).toBe(1)
})

test('no request while the page is hidden, and one at once when it is visible', async () => {
  answers.push('a', 'b')
  const watch = await begin()
  isHidden = true
  await pass()
  expect(fetches).toBe(1)
  isHidden = false
  watch.check()
  await settled()
  expect([fetches, reloads]).toEqual([2, 1])
})

test('without an answer the pauses grow, and an answer resets them', async () => {
  answers.push('a', null, null, null, null, null, 'a')
  await begin()
  const waits: (number | undefined)[] = []
  for (let turn = 0; turn < 6; turn++) {
    await pass()
    waits.push(due?.ms)
  }
  expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 5000])
  expect(reloads).toBe(0)
})

test('a signed-out session ends the watch', async () => {
  answers.push('gone')
  await begin()
  expect(due).toBeNull()
})
