import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createReach } from './create-reach.ts'

beforeEach(() => void vi.useFakeTimers())

function aReach() {
  const world = { isReached: true, isOnline: true, isHidden: false, pings: 0, changeEvent: [] as string[] }
  const reach = createReach({
    ping: async () => {
      world.pings++
      if (!world.isReached) throw new TypeError('Failed to fetch')
      return true
    },
    isOnline: () => world.isOnline,
    isHidden: () => world.isHidden,
    onChange: () => void world.changeEvent.push(reach.read()),
  })
  return { world, reach }
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('INST-2 reaching the server', () => {
  test('is checked half a second after the start, until it answers', async () => {
    const { world, reach } = aReach()
    reach.begin()
    await passed(499)
    expect([world.pings, reach.read()]).toEqual([0, 'unknown'])
    await passed(1)
    expect([world.pings, reach.read()]).toEqual([1, 'reached'])
    await passed(60_000)
    expect(world.pings).toBe(1)
  })

  test('is checked every five seconds until it succeeds', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    reach.begin()
    await passed(500 + 3 * 5000)
    expect([world.pings, reach.read()]).toEqual([4, 'no-data'])
    world.isReached = true
    await passed(5000)
    expect([world.pings, reach.read()]).toEqual([5, 'reached'])
    expect(world.changeEvent).toEqual(['no-data', 'reached'])
  })

  test('is lost at once when the device reports it, and still checked again', async () => {
    const { world, reach } = aReach()
    const pings = reach.check()
    world.isOnline = false
    reach.lost()
    await pings
    expect(reach.read()).toBe('no-internet')
    // Some devices report no network although they have one.
    await passed(5000)
    expect(reach.read()).toBe('reached')
  })

  test('distinguishes a device without network from an unreachable server', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    world.isOnline = false
    expect(await reach.check()).toBe('no-internet')
    world.isOnline = true
    expect(await reach.check()).toBe('no-data')
  })

  test('is not checked in a hidden tab, and is when the page becomes visible', async () => {
    const { world, reach } = aReach()
    world.isReached = false
    reach.begin()
    await passed(500)
    world.isHidden = true
    reach.pause()
    await passed(60_000)
    expect([world.pings, reach.read()]).toEqual([1, 'no-data'])
    world.isHidden = false
    world.isReached = true
    await reach.check()
    expect(reach.read()).toBe('reached')
  })
})
