import { expect, test } from 'vitest'
import { canReadMetrics } from './metrics-access.ts'

const plain = { metricsToken: '', publicUrl: 'http://cards.lan', trustProxy: false }
const behindProxy = { ...plain, publicUrl: 'https://cards.example', trustProxy: true }
const clientAt = (address: string | undefined, headers: Record<string, string> = {}) => ({
  address,
  header: (name: string) => headers[name],
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.9', '::ffff:192.168.1.7', 'fd12::7', 'fe80::1%eth0'])(
  'without a token, metrics are readable from the private address %s',
  (address) => {
    expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(clientAt(address)))).toEqual([true, true])
  },
)

test.each(['192.0.2.7', '172.32.0.1', '::ffff:192.0.2.7', '2001:db8::1', '', 'unknown', undefined])(
  'without a token, metrics are not readable from %s',
  (address) => {
    expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(clientAt(address)))).toEqual([false, false])
  },
)

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])('a request with the proxy header %s does not count as private', (name) => {
  const client = clientAt('127.0.0.1', { [name]: '10.0.0.1' })
  expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(client))).toEqual([false, false])
})

test('behind an untrusted proxy that ends TLS, no address counts as private', () => {
  expect(canReadMetrics({ ...behindProxy, trustProxy: false })(clientAt('127.0.0.1'))).toBe(false)
})

test('with a token set, only the token counts', () => {
  const may = canReadMetrics({ ...behindProxy, metricsToken: 'a-token-of-twenty-4' })
  const canRead = (authorization: string) => may(clientAt('192.0.2.7', { authorization, 'x-forwarded-for': '192.0.2.7' }))
  expect(['Bearer a-token-of-twenty-4', 'Bearer a-token-of-twenty-5', 'a-token-of-twenty-4', ''].map(canRead)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(may(clientAt('127.0.0.1'))).toBe(false)
})
