import { expect, test } from 'vitest'
import { canReadMetrics } from './metrics-access.ts'

const plain = { metricsToken: '', publicUrl: 'http://cards.lan', trustProxy: false }
const behindProxy = { ...plain, publicUrl: 'https://cards.example', trustProxy: true }
const askedBy = (address: string | undefined, headers: Record<string, string> = {}) => ({
  address,
  header: (name: string) => headers[name],
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.9', '::ffff:192.168.1.7', 'fd12::7', 'fe80::1%eth0'])(
  'without a token who asks from %s, beside us, is told what is measured',
  (address) => {
    expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(askedBy(address)))).toEqual([true, true])
  },
)

test.each(['192.0.2.7', '172.32.0.1', '::ffff:192.0.2.7', '2001:db8::1', '', 'unknown', undefined])(
  'without a token who asks from %s is not',
  (address) => {
    expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(askedBy(address)))).toEqual([false, false])
  },
)

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
  'who came through a proxy, which says so by %s, is not beside us',
  (name) => {
    const asked = askedBy('127.0.0.1', { [name]: '10.0.0.1' })
    expect([plain, behindProxy].map((settings) => canReadMetrics(settings)(asked))).toEqual([false, false])
  },
)

test('behind an untrusted proxy that ends TLS, no address counts as private', () => {
  expect(canReadMetrics({ ...behindProxy, trustProxy: false })(askedBy('127.0.0.1'))).toBe(false)
})

test('with a token set, only the token counts', () => {
  const may = canReadMetrics({ ...behindProxy, metricsToken: 'a-token-of-twenty-4' })
  const said = (authorization: string) => may(askedBy('192.0.2.7', { authorization, 'x-forwarded-for': '192.0.2.7' }))
  expect(['Bearer a-token-of-twenty-4', 'Bearer a-token-of-twenty-5', 'a-token-of-twenty-4', ''].map(said)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(may(askedBy('127.0.0.1'))).toBe(false)
})
