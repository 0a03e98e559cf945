import { expect, test } from 'vitest'
import { geocoderStandIn } from '../../tests/stand-ins/geocoder.ts'
import { createBreakers } from './breaker.ts'
import { createJsonClient } from './json-client.ts'

function aBreaker() {
  let nowMs = 0
  const events: unknown[] = []
  const log = { warn: (event: string) => events.push(event), info: (event: string) => events.push(event) }
  const breakers = createBreakers(log, () => nowMs)
  return { breakers, breaker: breakers.of('maps'), events, pass: (seconds: number) => void (nowMs += seconds * 1000) }
}

const fail = (breaker: ReturnType<typeof aBreaker>['breaker'], times: number) => {
  for (let time = 0; time < times; time++) breaker.record(false)
}

test('opens for 30 s after five failures within a minute, and logs it once', () => {
  const { breaker, breakers, events, pass } = aBreaker()
  fail(breaker, 4)
  expect(breaker.retryAfterSeconds()).toBe(0)
  fail(breaker, 2)
  expect(breaker.retryAfterSeconds()).toBe(30)
  expect(breakers.open()).toEqual(new Map([['provider="maps"', 1]]))
  expect(events).toEqual(['provider-circuit-opened'])
  pass(29)
  expect(breaker.retryAfterSeconds()).toBe(1)
})

test('then lets one call probe; success lets all calls through', () => {
  const { breaker, breakers, events, pass } = aBreaker()
  fail(breaker, 5)
  pass(30)
  expect([breaker.retryAfterSeconds(), breaker.retryAfterSeconds()]).toEqual([0, 30])
  breaker.record(true)
  expect(breaker.retryAfterSeconds()).toBe(0)
  expect(breakers.open()).toEqual(new Map([['provider="maps"', 0]]))
  expect(events).toEqual(['provider-circuit-opened', 'provider-recovered'])
})

test('a failed probe opens it again', () => {
  const { breaker, pass } = aBreaker()
  fail(breaker, 5)
  pass(30)
  expect(breaker.retryAfterSeconds()).toBe(0)
  breaker.record(false)
  expect(breaker.retryAfterSeconds()).toBe(30)
})

test('failures far apart or with a success between do not open it', () => {
  const { breaker, pass } = aBreaker()
  for (let time = 0; time < 20; time++) {
    breaker.record(false)
    pass(20)
  }
  expect(breaker.retryAfterSeconds()).toBe(0)
  fail(breaker, 4)
  breaker.record(true)
  fail(breaker, 4)
  expect(breaker.retryAfterSeconds()).toBe(0)
})

test('a hanging provider delays five callers and none after them', async () => {
  await using maps = await geocoderStandIn()
  maps.mood = 'slow'
  const breaker = createBreakers().of('maps')
  const provider = createJsonClient(maps.url, { breaker, timeoutMs: 50 })
  const ask = () => provider(new URL(`${maps.url}/search`))
  for (let time = 0; time < 5; time++) expect(await ask()).toEqual({ ok: false, reason: 'timeout' })
  expect(await ask()).toEqual({ ok: false, reason: 'circuit-open' })
  expect(maps.requests.length).toBeLessThanOrEqual(5)
})

test('a rejection is not a failure', async () => {
  await using maps = await geocoderStandIn()
  maps.mood = 'denied'
  const breaker = createBreakers().of('maps')
  const ask = createJsonClient(maps.url, { breaker })
  for (let time = 0; time < 10; time++) expect(await ask(new URL(`${maps.url}/search`))).toMatchObject({ ok: true })
})
