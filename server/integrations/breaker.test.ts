import { expect, test } from 'vitest'
import { geocoderStandIn } from '../../tests/stand-ins/geocoder.ts'
import { createBreakers } from './breaker.ts'
import { providerAt } from './call-provider.ts'

function aBreaker() {
  let nowMs = 0
  const said: unknown[] = []
  const log = { warn: (event: string) => said.push(event), info: (event: string) => said.push(event) }
  const breakers = createBreakers(log, () => nowMs)
  return { breakers, breaker: breakers.of('maps'), said, pass: (seconds: number) => void (nowMs += seconds * 1000) }
}

const fail = (breaker: ReturnType<typeof aBreaker>['breaker'], times: number) => {
  for (let time = 0; time < times; time++) breaker.went(false)
}

test('five failures within a minute leave a provider alone for half a minute, and it is said once', () => {
  const { breaker, breakers, said, pass } = aBreaker()
  fail(breaker, 4)
  expect(breaker.rests()).toBe(0)
  fail(breaker, 2)
  expect(breaker.rests()).toBe(30)
  expect(breakers.open()).toEqual(new Map([['provider="maps"', 1]]))
  expect(said).toEqual(['provider-left-alone'])
  pass(29)
  expect(breaker.rests()).toBe(1)
})

test('then one goes ahead and the others wait for it; when it is back, everybody goes', () => {
  const { breaker, breakers, said, pass } = aBreaker()
  fail(breaker, 5)
  pass(30)
  expect([breaker.rests(), breaker.rests()]).toEqual([0, 30])
  breaker.went(true)
  expect(breaker.rests()).toBe(0)
  expect(breakers.open()).toEqual(new Map([['provider="maps"', 0]]))
  expect(said).toEqual(['provider-left-alone', 'provider-back'])
})

test('a try that fails leaves it alone for as long again', () => {
  const { breaker, pass } = aBreaker()
  fail(breaker, 5)
  pass(30)
  expect(breaker.rests()).toBe(0)
  breaker.went(false)
  expect(breaker.rests()).toBe(30)
})

test('failures that are far apart, or that a success lies between, count for nothing', () => {
  const { breaker, pass } = aBreaker()
  for (let time = 0; time < 20; time++) {
    breaker.went(false)
    pass(20)
  }
  expect(breaker.rests()).toBe(0)
  fail(breaker, 4)
  breaker.went(true)
  fail(breaker, 4)
  expect(breaker.rests()).toBe(0)
})

test('a provider that hangs costs five callers their patience, and the next ones nothing', async () => {
  await using maps = await geocoderStandIn()
  maps.mood = 'slow'
  const breaker = createBreakers().of('maps')
  const provider = providerAt(maps.url, { breaker, timeoutMs: 500 })
  const ask = () => provider(new URL(`${maps.url}/search`))
  for (let time = 0; time < 5; time++) expect(await ask()).toEqual({ ok: false, reason: 'timeout' })
  expect(await ask()).toEqual({ ok: false, reason: 'resting' })
  expect(maps.asked).toHaveLength(5)
})

test('a provider that says no is there', async () => {
  await using maps = await geocoderStandIn()
  maps.mood = 'denied'
  const breaker = createBreakers().of('maps')
  const ask = providerAt(maps.url, { breaker })
  for (let time = 0; time < 10; time++) expect(await ask(new URL(`${maps.url}/search`))).toMatchObject({ ok: true })
})
