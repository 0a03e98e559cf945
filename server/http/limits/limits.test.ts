import { expect, test } from 'vitest'
import { memoryNow } from '../../../lab/fuzz/memory.ts'
import { createLimits } from './limits.ts'

const limit = { per: 'address', count: 2, windowSeconds: 60 } as const

test('a flood of one call does not evict the windows of another', async () => {
  const limits = createLimits({ nowMs: () => 0 })
  for (let time = 0; time < 2; time++) await limits.take('sign-in', 'somebody', limit)
  for (let stranger = 0; stranger < 60_000; stranger++) await limits.take('track', `stranger ${stranger}`, limit)
  expect(await limits.take('sign-in', 'somebody', limit)).toBe(60)
})

test('expired windows are evicted first', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  for (let stranger = 0; stranger < 49_000; stranger++) await limits.take('track', `stranger ${stranger}`, limit)
  now = 61_000
  for (let time = 0; time < 2; time++) await limits.take('track', 'somebody', limit)
  for (let stranger = 0; stranger < 2000; stranger++) await limits.take('track', `late ${stranger}`, limit)
  expect(await limits.take('track', 'somebody', limit)).toBeGreaterThan(0)
})

test('expired windows are evicted, however few there are', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  const before = await memoryNow()
  for (let stranger = 0; stranger < 45_000; stranger++) {
    now += 10
    await limits.take('track', `stranger ${stranger}`, limit)
  }
  expect((await memoryNow()).heap - before.heap).toBeLessThan(3 * 1024 ** 2)
  expect(await limits.take('track', 'stranger 44999', limit), 'who has just called is known').toBe(0)
})

test('floods of many calls stay within the total, and evict their own windows', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  const twice = async (call: string, who: string) => [await limits.take(call, who, limit), await limits.take(call, who, limit)]
  async function flood(name: string, calls: number) {
    for (let stranger = 0; stranger < 26_000; stranger++)
      for (let call = 0; call < calls; call++) await limits.take(`${name} ${call}`, `stranger ${stranger}`, limit)
  }
  await twice('sign-in', 'somebody')
  await twice('flooded 0', 'stranger 0')
  await flood('flooded', 8)
  expect(await limits.take('flooded 0', 'stranger 0', limit), 'the oldest of the fullest').toBe(0)
  expect(await limits.take('sign-in', 'somebody', limit)).toBe(60)

  // Expired windows of any call are evicted before current ones.
  now = 61_000
  await twice('sign-in', 'somebody')
  await twice('later 0', 'stranger 0')
  await flood('later', 4)
  expect(await limits.take('later 0', 'stranger 0', limit)).toBe(60)
  expect(await limits.take('sign-in', 'somebody', limit)).toBe(60)
})

test('a long key takes no more memory', async () => {
  const limits = createLimits({ nowMs: () => 0 })
  const before = process.memoryUsage().heapUsed
  for (let time = 0; time < 500; time++) await limits.take('track', `${time}${'x'.repeat(200_000)}`, limit)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 1024 * 1024)
  expect([
    await limits.take('track', `1${'x'.repeat(200_000)}`, limit),
    await limits.take('track', `1${'x'.repeat(200_000)}`, limit),
  ]).toEqual([0, 60])
})

test('a reservation counts until it is settled; when all are reserved, the caller may retry in a second', async () => {
  const limits = createLimits({ nowMs: () => 0 })
  const holds = Array.from({ length: 3 }, () => limits.hold('look', 'somebody', limit))
  expect(holds.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 1])
  for (const hold of holds) await hold.settle(hold === holds[0])
  expect(await limits.take('look', 'somebody', limit)).toBe(0)
  expect(limits.hold('look', 'somebody', limit).retryAfterSeconds).toBe(60)
})
