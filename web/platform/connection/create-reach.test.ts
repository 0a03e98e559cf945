import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReach } from './create-reach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aReach() {
  const world = { isReached: true, isOnline: true, isHidden: false, asked: 0, told: [] as string[] }
  const reach = createReach({
    ask: async () => {
      world.asked++
      if (!world.isReached) throw new TypeError('Failed to fetch')
      return true
    },
    isOnline: () => world.isOnline,
    isHidden: () => world.isHidden,
    tell: () => void world.told.push(reach.read()),
  })
  return { world, reach }
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('INST-2 reaching the server', () => {
  test('is tried half a second after the start, and no more once it answers', async () => {
    const { world, reach } = aReach()
    reach.begin()
    await passed(499)
    expect([world.asked, reach.read()]).toEqual([0, 'unknown'])
    await passed(1)
    expect([world.asked, reach.read()]).toEqual([1, 'reached'])
    await passed(60_000)
    expect(world.asked).toBe(1)
  })

  test('is tried every five seconds until it succeeds', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    reach.begin()
    await passed(500 + 3 * 5000)
    expect([world.asked, reach.read()]).toEqual([4, 'no-data'])
    world.isReached = true
    await passed(5000)
    expect([world.asked, reach.read()]).toEqual([5, 'reached'])
    expect(world.told).toEqual(['no-data', 'reached'])
  })

  test('is given up at once where the device says so, whatever was on its way, and tried again all the same', async () => {
    const { world, reach } = aReach()
    const asked = reach.check()
    world.isOnline = false
    reach.lost()
    await asked
    expect(reach.read()).toBe('no-internet')
    // Some devices say they have no network where they have one.
    await passed(5000)
    expect(reach.read()).toBe('reached')
  })

  test('tells a device without a network from a server that is away', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    world.isOnline = false
    expect(await reach.check()).toBe('no-internet')
    world.isOnline = true
    expect(await reach.check()).toBe('no-data')
  })

  test('is not tried behind another tab, and is when the page is looked at again', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    reach.begin()
    await passed(500)
    world.isHidden = true
    reach.pause()
    await passed(60_000)
    expect([world.asked, reach.read()]).toEqual([1, 'no-data'])
    world.isHidden = false
    world.isReached = true
    await reach.check()
    expect(reach.read()).toBe('reached')
  })
})
