import { expect, test } from 'vitest'
import { networkOf, visitorOf } from './visitor.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('a client at %s is counted as %s', (address, counted) => {
  expect(networkOf(address)).toBe(counted)
})

test('a forwarded address counts only with TRUST_PROXY, and then the last one', () => {
  const requestFrom = (forwarded: string) => new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } })
  const who = (forwarded: string, isTrusted: boolean) => visitorOf(requestFrom(forwarded), {}, isTrusted)

  expect(who('192.0.2.1', false)).toBe(who('192.0.2.2', false))
  expect(who('192.0.2.1', true)).not.toBe(who('192.0.2.2', true))
  expect(who('203.0.113.9, 192.0.2.1', true)).toBe(who('192.0.2.1', true))
})

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['[fe80::1%eth0]:443', 'fe80:0:0:0'],
  [' 2001:db8:1:2::9 ', '2001:db8:1:2'],
])('LIMIT a client forwarded as %s is counted as %s, whatever the port', (forwarded, counted) => {
  const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': `192.0.2.1, ${forwarded}` } })
  expect(visitorOf(request, {}, true)).toBe(counted)
})

test.each(['unknown', '_hidden', 'a:b:c:d', '203.0.113.9:port', '[203.0.113.9', '203.0.113.9:51234:1', '2001:db8:1:2:3:4:5:6:443', ''])(
  'LIMIT a forwarded %j is not an address: the proxy is counted',
  (forwarded) => {
    const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } })
    expect(visitorOf(request, { incoming: { socket: { remoteAddress: '10.0.0.9' } } }, true)).toBe('10.0.0.9')
  },
)
