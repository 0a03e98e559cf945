import { expect, test } from 'vitest'
import { keepInMemory } from './keep-in-memory.ts'

function aFarPlace() {
  const files = new Map([['a/1', Buffer.from('one')]])
  let asked = 0
  return {
    files,
    asked: () => asked,
    put: async (key: string, body: Uint8Array) => void files.set(key, Buffer.from(body)),
    get: async (key: string) => {
      asked++
      return files.get(key) ?? null
    },
    remove: async (prefix: string) => void [...files.keys()].filter((key) => key.startsWith(prefix)).forEach((key) => files.delete(key)),
  }
}

test('a picture is read from the storage once, also by concurrent readers', async () => {
  const far = aFarPlace()
  const near = keepInMemory(far)
  expect(await Promise.all([near.get('a/1'), near.get('a/1')])).toEqual([Buffer.from('one'), Buffer.from('one')])
  expect(await near.get('a/1')).toEqual(Buffer.from('one'))
  expect(far.asked()).toBe(1)
})

test('a picture removed here is gone at once, one removed by another server within five minutes', async () => {
  const far = aFarPlace()
  let nowMs = 1
  const near = keepInMemory(far, () => nowMs)
  await near.put('b/2', Buffer.from('two'))
  await near.get('a/1')
  await near.remove('b/')
  far.files.clear()

  expect(await near.get('b/2')).toBeNull()
  expect(await near.get('a/1')).toEqual(Buffer.from('one'))
  nowMs += 5 * 60_000 + 1
  expect(await near.get('a/1')).toBeNull()
})
