import { expect, test, vi } from 'vitest'
import { workshop } from './workshop.ts'

const megabytes = (count: number) => count * 1024 * 1024

test('who waits is bounded by bytes too; beyond, one is told when to come back, and what is done makes room', async () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  const held = [1, 2, 3, 4].map(() => workshop.run(() => done, megabytes(64)))

  await expect(workshop.run(async () => 'one more', 1)).rejects.toMatchObject({ problem: { status: 503 }, retryAfterSeconds: 2 })
  finish()
  await Promise.all(held)
  expect(await workshop.run(async () => 'room again', megabytes(256))).toBe('room again')
})

test('work that fails gives back its room', async () => {
  const fail = async () => {
    throw new Error('torn')
  }
  for (let time = 0; time < 3; time++) await expect(workshop.run(fail, megabytes(200))).rejects.toThrow('torn')
})

test('what lies elsewhere is fetched once there is room for it, at no bench, and gives back its room where it cannot be', async () => {
  const arrived = Promise.withResolvers<number>()
  const fetch = vi.fn<() => Promise<number>>(() => arrived.promise)
  const work = async (material: number) => material + 1
  const coming = [1, 2, 3, 4].map(() => workshop.runOn({ bytes: megabytes(64), fetch, work }))
  await expect(workshop.runOn({ bytes: 1, fetch, work })).rejects.toMatchObject({ problem: { status: 503 } })
  expect(fetch).toHaveBeenCalledTimes(4)
  expect(await workshop.run(async () => 'meanwhile')).toBe('meanwhile')
  arrived.resolve(1)
  expect(await Promise.all(coming)).toEqual([2, 2, 2, 2])

  const none = async () => Promise.reject(new Error('missing'))
  for (let time = 0; time < 3; time++) await expect(workshop.runOn({ bytes: megabytes(200), fetch: none, work })).rejects.toThrow('missing')
  expect(await workshop.run(async () => 'room', megabytes(256))).toBe('room')
})

test('what is fetched counts among what waits', async () => {
  const arrived = Promise.withResolvers<null>()
  const ask = () => workshop.runOn({ bytes: 1, fetch: () => arrived.promise, work: async () => 'done' })
  const asked = Array.from({ length: 150 }, () => ask().catch(() => 'refused'))
  arrived.resolve(null)
  const said = await Promise.all(asked)
  expect(said.filter((one) => one === 'refused').length).toBeGreaterThanOrEqual(48)
})
