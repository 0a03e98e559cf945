import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceOf } from '../dice.ts'
import { memoryNow } from './memory.ts'
import { aBucket, closeProviders, listAll, openProviders, providerCalls, respondWith } from './provider-calls.ts'

const seed = 20_261_123

beforeAll(openProviders)
afterAll(closeProviders)

test('unclosed tags in a listing of a bucket cost no time', async () => {
  respondWith(() => `${'<Contents><Key '.repeat(100_000)}${'<Contents>'.repeat(100_000)}`)
  const startedMs = performance.now()
  expect(await listAll(aBucket().files('a/'))).toEqual([])
  expect(performance.now() - startedMs).toBeLessThan(2000)
})

test.each(providerCalls)(
  'any answer for $about is parsed or rejected, fast, without leaks',
  { timeout: 120_000 },
  async ({ about, shape, ask, times = 300 }) => {
    const dice = diceOf(seed)
    let before = 0
    for (let turn = 0; turn < times; turn++) {
      const startedMs = performance.now()
      const result: unknown = await ask(dice).catch((error: unknown) => {
        throw new Error(`${about}, turn ${turn}`, { cause: error })
      })
      expect(shape.safeParse(result).success, `turn ${turn}: ${JSON.stringify(result)?.slice(0, 600)}`).toBe(true)
      expect(performance.now() - startedMs, `turn ${turn}`).toBeLessThan(6000)
      if (turn === Math.floor(times / 2)) before = (await memoryNow()).heap
    }
    expect((await memoryNow()).heap - before, 'leaked bytes').toBeLessThan(12 * 1024 ** 2)
  },
)
