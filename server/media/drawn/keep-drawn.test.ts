import { expect, test } from 'vitest'
import { keepDrawn } from './keep-drawn.ts'

/** Reads are answered, and writes only when the test lets them through. */
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
  return { storage, stored, letThrough, puts: () => puts }
}

const soon = { delayMs: 1 }

test('a picture that cannot be stored is still served, and rendered once', async () => {
  const bucket = aStuckBucket()
  let drawn = 0
  const draw = async () => Buffer.from(`drawing ${++drawn}`)
  const see = async () => (await keepDrawn(bucket.storage, 'a/preview.png', draw, soon)).toString()
  expect([await see(), await see()]).toEqual(['drawing 1', 'drawing 1'])
  bucket.letThrough()
  await expect.poll(() => bucket.stored.get('a/preview.png')?.toString()).toBe('drawing 1')
  expect([await see(), bucket.puts()]).toEqual(['drawing 1', 1])
})

test('no more than a few pictures wait for a storage at once; the others are shown all the same', async () => {
  const bucket = aStuckBucket()
  const keys = Array.from({ length: 40 }, (_, place) => `b/${place}.png`)
  const seen = await Promise.all(keys.map((key) => keepDrawn(bucket.storage, key, async () => Buffer.from(key), soon)))
  expect(seen.map(String)).toEqual(keys)
  expect(bucket.puts()).toBe(16)
  bucket.letThrough()
  await expect.poll(() => bucket.stored.size).toBe(16)
})
