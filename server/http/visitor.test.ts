import { expect, test } from 'vitest'
import { household, visitorOf } from './visitor.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('who calls from %s is counted as %s', (address, counted) => {
  expect(household(address)).toBe(counted)
})

test('a forwarded address counts only where a proxy of ours writes it, and then its last one', () => {
  const asked = (forwarded: string) => new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } })
  const who = (forwarded: string, isTrusted: boolean) => visitorOf(asked(forwarded), {}, isTrusted)

  expect(who('192.0.2.1', false)).toBe(who('192.0.2.2', false))
  expect(who('192.0.2.1', true)).not.toBe(who('192.0.2.2', true))
  expect(who('203.0.113.9, 192.0.2.1', true)).toBe(who('192.0.2.1', true))
})
