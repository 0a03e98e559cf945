import { expect, test } from 'vitest'
import { siteFactor, takeByLine } from './by-line.ts'
import { createLimits } from './limits.ts'
import { household } from './visitor.ts'

const limit = { per: 'address', count: 5, windowSeconds: 60 } as const

async function allowed(addresses: readonly string[], target = ''): Promise<number> {
  const limits = createLimits({ nowMs: () => 0 })
  const taken = await Promise.all(addresses.map((address) => takeByLine(limits, 'call', household(address), limit, target)))
  return taken.filter((seconds) => seconds === 0).length
}
const each = (many: number, address: (one: number) => string) => Array.from({ length: many }, (_, one) => address(one))

test('LIMIT the addresses of one line count as one, and the lines of one site as ten', async () => {
  expect(await allowed(each(200, (one) => `2001:db8:1:2::${one}`))).toBe(limit.count)
  expect(await allowed(each(200, (one) => `2001:db8:1:${one}::1`))).toBe(limit.count * siteFactor)
  expect(
    await allowed(
      each(200, (one) => `2001:db8:1:${one}::1`),
      'a-card',
    ),
  ).toBe(limit.count * siteFactor)
})

test('neighbours of another site, and addresses of version 4, are counted by themselves', async () => {
  expect(await allowed(each(200, (one) => `2001:db8:${one}:1::1`))).toBe(200)
  expect(await allowed(each(200, (one) => `192.0.2.${one}`))).toBe(200)
})
