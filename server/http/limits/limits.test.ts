import { expect, test } from 'vitest'
import type { LimitBook } from './limit-book.ts'
import { createLimits } from './limits.ts'

const limit = { per: 'address', count: 2, windowSeconds: 60 } as const

test('a burst of one call does not evict the windows of another', async () => {
  const limits = createLimits({ nowMs: () => 0 })
  for (let time = 0; time < 2; time++) await limits.take('sign-in', 'ann', limit)
  for (let stranger = 0; stranger < 60_000; stranger++) await limits.take('track', `stranger ${stranger}`, limit)
  expect(await limits.take('sign-in', 'ann', limit)).toBe(60)
})

test('expired windows are evicted first', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  for (let stranger = 0; stranger < 49_000; stranger++) await limits.take('track', `stranger ${stranger}`, limit)
  now = 61_000
  for (let time = 0; time < 2; time++) await limits.take('track', 'ann', limit)
  for (let stranger = 0; stranger < 2000; stranger++) await limits.take('track', `new ${stranger}`, limit)
  expect(await limits.take('track', 'ann', limit)).toBeGreaterThan(0)
})

test('expired windows are evicted, however few there are', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  for (let stranger = 0; stranger < 45_000; stranger++) {
    now += 10
    await limits.take('track', `stranger ${stranger}`, limit)
  }
  // One every 10 ms, for 60 seconds.
  expect(limits.size()).toBe(6000)
  expect(await limits.take('track', 'stranger 44999', limit), 'a recent caller is known').toBe(0)
})

test('bursts of many calls stay within the total, and evict their own windows', async () => {
  let now = 0
  const limits = createLimits({ nowMs: () => now })
  const twice = async (call: string, who: string) => [await limits.take(call, who, limit), await limits.take(call, who, limit)]
  async function callAll(name: string, calls: number) {
    for (let stranger = 0; stranger < 26_000; stranger++)
      for (let call = 0; call < calls; call++) await limits.take(`${name} ${call}`, `stranger ${stranger}`, limit)
  }
  await twice('sign-in', 'ann')
  await twice('burst 0', 'stranger 0')
  await callAll('burst', 8)
  expect(await limits.take('burst 0', 'stranger 0', limit), 'the oldest of the fullest').toBe(0)
  expect(await limits.take('sign-in', 'ann', limit)).toBe(60)

  // Expired windows of any call are evicted before current ones.
  now = 61_000
  await twice('sign-in', 'ann')
  await twice('next 0', 'stranger 0')
  await callAll('next', 4)
  expect(await limits.take('next 0', 'stranger 0', limit)).toBe(60)
  expect(await limits.take('sign-in', 'ann', limit)).toBe(60)
})

test('a long key is remembered as a short hash', async () => {
  const lengths: number[] = []
  const take: LimitBook['take'] = async ({ key }) => {
    lengths.push(key.length)
    return null
  }
  const limits = createLimits({ nowMs: () => 0, book: { take } })
  for (const key of ['x', 'x'.repeat(200_000)]) await limits.take('track', key, limit)
  expect(lengths).toEqual([16, 16])
  expect([
    await limits.take('track', 'x'.repeat(200_000), limit),
    await limits.take('track', 'x'.repeat(200_000), limit),
    await limits.take('track', `${'x'.repeat(200_000)}y`, limit),
  ]).toEqual([0, 60, 0])
})

test('a reservation counts until it is finished; if all are taken, retry soon', async () => {
  const limits = createLimits({ nowMs: () => 0 })
  const reservations = Array.from({ length: 3 }, () => limits.reserve('look', 'ann', limit))
  expect(reservations.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 1])
  for (const reservation of reservations) await reservation.finish(reservation === reservations[0])
  expect(await limits.take('look', 'ann', limit)).toBe(0)
  expect(limits.reserve('look', 'ann', limit).retryAfterSeconds).toBe(60)
})
