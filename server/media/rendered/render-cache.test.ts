import { expect, test } from 'vitest'
import { renderOnce } from './render-cache.ts'
import { eventually } from '../../../tests/harness/eventually.ts'

/** Answers reads; writes finish when the test releases them. */
function aStuckBucket() {
  const stored = new Map<string, Buffer>()
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>()
  let puts = 0
  const storage = {
    get: async (key: string) => stored.get(key) ?? null,
    put: async (key: string, bytes: Buffer) => {
      puts++
      await open
      stored.set(key, bytes)
    },
  }
  return { deps: { storage, storeMs: 1 }, stored, letThrough, puts: () => puts }
}

test('a picture that cannot be stored is still served, and rendered once', async () => {
  const bucket = aStuckBucket()
  let rendered = 0
  const draw = async () => Buffer.from(`drawing ${++rendered}`)
  const see = async () => (await renderOnce(bucket.deps, 'a/preview.png', draw)).toString()
  expect([await see(), await see()]).toEqual(['drawing 1', 'drawing 1'])
  bucket.letThrough()
  await eventually(() => expect(bucket.stored.get('a/preview.png')?.toString()).toBe('drawing 1'))
  expect([await see(), bucket.puts()]).toEqual(['drawing 1', 1])
})

test('pictures above the storing limit are served without being stored', async () => {
  const bucket = aStuckBucket()
  const keys = Array.from({ length: 40 }, (_, place) => `b/${place}.png`)
  const served = await Promise.all(keys.map((key) => renderOnce(bucket.deps, key, async () => Buffer.from(key))))
  expect(served.map(String)).toEqual(keys)
  expect(bucket.puts()).toBe(16)
  bucket.letThrough()
  await eventually(() => expect(bucket.stored.size).toBe(16))
})
