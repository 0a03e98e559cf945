import { expect, test } from 'vitest'
import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { countedPerAddress, siteFactor, takePerAddress } from './per-address.ts'
import { createLimits } from './limits.ts'
import { networkOf } from '../visitor.ts'

const limit = { per: 'address', count: 5, windowSeconds: 60 } as const

async function allowed(addresses: readonly string[], target = ''): Promise<number> {
  const limits = createLimits({ nowMs: () => 0 })
  const taken = await Promise.all(addresses.map((address) => takePerAddress(limits, 'call', networkOf(address), limit, target)))
  return taken.filter((seconds) => seconds === 0).length
}
const each = (many: number, address: (one: number) => string) => Array.from({ length: many }, (_, one) => address(one))

test('LIMIT an IPv6 network counts as one client, the networks of a site as ten', async () => {
  expect(await allowed(each(200, (one) => `2001:db8:1:2::${one}`))).toBe(limit.count)
  expect(await allowed(each(200, (one) => `2001:db8:1:${one}::1`))).toBe(limit.count * siteFactor)
  expect(
    await allowed(
      each(200, (one) => `2001:db8:1:${one}::1`),
      'a-card',
    ),
  ).toBe(limit.count * siteFactor)
})

test('other sites and IPv4 addresses are counted separately', async () => {
  expect(await allowed(each(200, (one) => `2001:db8:${one}:1::1`))).toBe(200)
  expect(await allowed(each(200, (one) => `192.0.2.${one}`))).toBe(200)
})

const mailboxes = Object.values<Endpoint>(endpoints).flatMap(({ name, limit = [] }) => {
  const limits: readonly Limit[] = [limit].flat()
  return limits.filter(({ per }) => per === 'mailbox').map((whole) => ({ name, whole, limits }))
})

test.each(mailboxes)('LIMIT a site that uses its limit twice leaves the mailbox open: $name', ({ whole, limits }) => {
  const shares = limits.filter(({ per, windowSeconds }) => per === 'email' && windowSeconds === whole.windowSeconds)
  expect(shares).toHaveLength(1)
  for (const share of shares)
    for (const { limit } of countedPerAddress('call', networkOf('2001:db8:1:2::1'), share, 'a mailbox')) {
      // The window of a mailbox can overlap two windows of a site.
      expect(limit.count * 2).toBeLessThan(whole.count)
      expect(limit.count).toBeGreaterThanOrEqual(share.count)
    }
})
