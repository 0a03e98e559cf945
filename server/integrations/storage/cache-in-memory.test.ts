import { expect, test } from 'vitest'
import { cacheInMemory } from './cache-in-memory.ts'

function aFarPlace() {
  const files = new Map([['a/1', Buffer.from('one')]])
  let reads = 0
  return {
    files,
    reads: () => reads,
    put: async (key: string, body: Uint8Array) => void files.set(key, Buffer.from(body)),
    get: async (key: string) => {
      reads++
      return files.get(key) ?? null
    },
    remove: async (prefix: string) => void [...files.keys()].filter((key) => key.startsWith(prefix)).forEach((key) => files.delete(key)),
  }
}

test('a picture is read from the storage once, also by concurrent readers', async () => {
  const far = aFarPlace()
  const near = cacheInMemory(far)
  expect(await Promise.all([near.get('a/1'), near.get('a/1')])).toEqual([Buffer.from('one'), Buffer.from('one')])
  expect(await near.get('a/1')).toEqual(Buffer.from('one'))
  expect(far.reads()).toBe(1)
})

test('a picture removed here is gone, elsewhere within five minutes', async () => {
  const far = aFarPlace()
  let nowMs = 1
  const near = cacheInMemory(far, () => nowMs)
  await near.put('b/2', Buffer.from('two'))
  await near.get('a/1')
  await near.remove('b/')
  far.files.clear()

  expect(await near.get('b/2')).toBeNull()
  expect(await near.get('a/1')).toEqual(Buffer.from('one'))
  nowMs += 5 * 60_000 + 1
  expect(await near.get('a/1')).toBeNull()
})
