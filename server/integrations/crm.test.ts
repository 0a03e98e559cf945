import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hubSpotStandIn } from '../../tests/stand-ins/hubspot.ts'
import { readSettings } from '../settings.ts'
import { createBreakers } from './breaker.ts'
import { createCrms } from './crm/create-crms.ts'

// No second of a pause passes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a key that gets no answer is paused alone; if several get none, the CRM is', async () => {
  await using server = await hubSpotStandIn()
  const { hubspot } = createCrms({ ...readSettings({}), hubspotUrl: server.url }, createBreakers(), { timeoutMs: 1000 })
  const checkUnanswered = (keys: string[]) => {
    const calls = keys.flatMap((key) => Array.from({ length: 5 }, () => key))
    server.next = calls.map(() => 'hangs')
    return Promise.all(calls.map((key) => hubspot.check(key)))
  }
  for (const answer of await checkUnanswered(['one'])) expect(answer).toMatchObject({ reason: 'timeout' })
  expect(await hubspot.check('one')).toEqual({ pausedSeconds: 30 })
  expect(await hubspot.check('another')).not.toHaveProperty('pausedSeconds')
  await checkUnanswered(['two', 'three', 'four', 'five', 'six'])
  expect(await hubspot.check('another')).toEqual({ pausedSeconds: 30 })
})
