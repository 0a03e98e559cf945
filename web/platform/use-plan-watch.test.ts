import { beforeEach, expect, test } from 'vitest'
import { watchMark } from './use-plan-watch.ts'

const answers: (string | null)[] = []
let asked = 0
let renewed = 0
let isHidden = false
let isWriting = false
let due: { act: () => void; ms: number } | null = null

const settled = () => new Promise((resolve) => setImmediate(resolve))
const begin = async () => {
  const watch = watchMark({
    async ask() {
      asked++
      return answers.shift() ?? null
    },
    isHidden: () => isHidden,
    mayRenew: () => !isWriting,
    renew: () => void renewed++,
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
  asked = renewed = 0
  isHidden = isWriting = false
  due = null
})

test('SUB-2 a plan that changed elsewhere is read anew, once', async () => {
  answers.push('a', 'a', 'b', 'b')
  await begin()
  await pass()
  expect([asked, renewed]).toEqual([2, 0])
  await pass()
  await pass()
  expect([asked, renewed]).toEqual([4, 1])
})

test('somebody who writes is left alone until they have finished', async () => {
  answers.push('a', 'b', 'b')
  await begin()
  isWriting = true
  await pass()
  expect(renewed).toBe(0)
  isWriting = false
  await pass()
  expect(renewed).toBe(1)
})

test('nobody asks while the page is hidden, and at once when it is seen again', async () => {
  answers.push('a', 'b')
  const watch = await begin()
  isHidden = true
  await pass()
  expect(asked).toBe(1)
  isHidden = false
  watch.look()
  await settled()
  expect([asked, renewed]).toEqual([2, 1])
})

test('without an answer it asks ever more seldom, and as usual after one', async () => {
  answers.push('a', null, null, null, null, null, 'a')
  await begin()
  const waits: (number | undefined)[] = []
  for (let turn = 0; turn < 6; turn++) {
    await pass()
    waits.push(due?.ms)
  }
  expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 5000])
  expect(renewed).toBe(0)
})

test('where nobody may ask any more it ends', async () => {
  answers.push('gone')
  await begin()
  expect(due).toBeNull()
})
