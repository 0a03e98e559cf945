import { expect, test, vi } from 'vitest'
import { imageQueue } from './image-queue.ts'

const megabytes = (count: number) => count * 1024 * 1024

test('the queue is limited by bytes: 503 with Retry-After until jobs finish', async () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  const pending = [1, 2, 3, 4].map(() => imageQueue.run(() => done, megabytes(64)))

  await expect(imageQueue.run(async () => 'one more', 1)).rejects.toMatchObject({ problem: { status: 503 }, retryAfterSeconds: 2 })
  finish()
  await Promise.all(pending)
  expect(await imageQueue.run(async () => 'room again', megabytes(256))).toBe('room again')
})

test('a failed job frees its capacity', async () => {
  const fail = async () => {
    throw new Error('torn')
  }
  for (let time = 0; time < 3; time++) await expect(imageQueue.run(fail, megabytes(200))).rejects.toThrow('torn')
})

test('an input is fetched outside a worker, and a failed fetch frees its capacity', async () => {
  const arrived = Promise.withResolvers<number>()
  const fetch = vi.fn<() => Promise<number>>(() => arrived.promise)
  const work = async (material: number) => material + 1
  const coming = [1, 2, 3, 4].map(() => imageQueue.runOn({ bytes: megabytes(64), fetch, work }))
  await expect(imageQueue.runOn({ bytes: 1, fetch, work })).rejects.toMatchObject({ problem: { status: 503 } })
  expect(fetch).toHaveBeenCalledTimes(4)
  expect(await imageQueue.run(async () => 'meanwhile')).toBe('meanwhile')
  arrived.resolve(1)
  expect(await Promise.all(coming)).toEqual([2, 2, 2, 2])

  const none = async () => Promise.reject(new Error('missing'))
  for (let time = 0; time < 3; time++)
    await expect(imageQueue.runOn({ bytes: megabytes(200), fetch: none, work })).rejects.toThrow('missing')
  expect(await imageQueue.run(async () => 'room', megabytes(256))).toBe('room')
})

test('a job being fetched counts toward the limit', async () => {
  const arrived = Promise.withResolvers<null>()
  const ask = () => imageQueue.runOn({ bytes: 1, fetch: () => arrived.promise, work: async () => 'done' })
  const calls = Array.from({ length: 150 }, () => ask().catch(() => 'refused'))
  arrived.resolve(null)
  const results = await Promise.all(calls)
  expect(results.filter((one) => one === 'refused').length).toBeGreaterThanOrEqual(48)
})
