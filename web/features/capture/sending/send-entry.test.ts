import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { createClient } from '../../../platform/api/client.ts'
import { noEntry } from '../form/entry.ts'
import { payloadOf } from '../proof/prove.ts'
import { createProofKeeper } from '../proof/proof-keeper.ts'
import { sendEntry, type Outcome, type Sending } from './send-entry.ts'

const sending: Sending = { ...noEntry, name: 'Tobias', alias: 'maren', submissionId: 'id', consentVersion: '1', language: 'en' }

/** A server that gives these answers one after the other; a number is its status. */
function aServer(...answers: [number, object][]) {
  const bodies: Record<string, unknown>[] = []
  const fetch: typeof globalThis.fetch = async (_address, how) => {
    bodies.push(JSON.parse(String(how?.body)))
    const [status, body] = answers.shift() ?? [200, { success: 1, message: '' }]
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  }
  return { bodies, call: createClient({ slug: 'carte', fetch }).call }
}
const spender = () => {
  let count = 0
  return async () => ({ reCaptchaResponse: `proof-${++count}`, reCaptchaAction: 'carte/connect_client' })
}
const flag = (message: string) => ({ success: 0, message })
const kindOf = async (call: Api['call']): Promise<Outcome> => sendEntry(call, sending, spender())

describe('one attempt to send', () => {
  test('CAP-2 carries the proof and the key of the form', async () => {
    const server = aServer()
    expect(await kindOf(server.call)).toEqual({ kind: 'sent' })
    expect(server.bodies[0]).toMatchObject({ submissionId: 'id', reCaptchaResponse: 'proof-1', reCaptchaAction: 'carte/connect_client' })
  })

  test('CAP-2 a proof that was refused is made once more, and then no more', async () => {
    const refused: [number, object] = [422, flag('Please complete the captcha challenge.')]
    const once = aServer(refused)
    expect(await kindOf(once.call)).toEqual({ kind: 'sent' })
    expect(once.bodies.map(({ reCaptchaResponse }) => reCaptchaResponse)).toEqual(['proof-1', 'proof-2'])
    const twice = aServer(refused, refused, refused)
    expect(await kindOf(twice.call)).toMatchObject({ kind: 'refused', isFinal: false })
    expect(twice.bodies).toHaveLength(2)
  })

  test('CAP-3 only a success of 1 is one, and the server’s words are kept', async () => {
    expect(await kindOf(aServer([200, flag('Not today.')]).call)).toMatchObject({ kind: 'refused', message: 'Not today.', isFinal: false })
  })

  test.each([
    [409, true],
    [422, true],
    [404, true],
    [429, false],
    [500, false],
  ])('a %i is refused for good: %s', async (status, isFinal) => {
    expect(await kindOf(aServer([status, flag('No.')]).call)).toMatchObject({ kind: 'refused', isFinal })
  })

  test('CAP-3 no answer is no refusal, nor is one of a server that cannot keep it just now, in whatever words', async () => {
    expect(await kindOf(aServer([0, {}]).call)).toEqual({ kind: 'unreachable' })
    expect(await kindOf(aServer([503, flag('Nothing can be saved just now.')]).call)).toEqual({ kind: 'unreachable' })
  })
})

describe('the proof of work', () => {
  test('CAP-2 is made while somebody types, used once, and made anew when it got too old', async () => {
    let made = 0
    let now = 0
    const keeper = createProofKeeper(
      async () => ({ ready: { reCaptchaResponse: `proof-${++made}`, reCaptchaAction: '' } }),
      () => now,
    )
    const spent = async () => (await keeper.spend()).reCaptchaResponse
    keeper.begin()
    keeper.begin()
    expect(await spent()).toBe('proof-1')
    expect(await spent()).toBe('proof-2')
    keeper.begin()
    now += 10 * 60_000
    expect(await spent()).toBe('proof-4')
  })

  test('CAP-2 that failed without a network is tried again when it is needed', async () => {
    let isOnline = false
    const keeper = createProofKeeper(async () => {
      if (!isOnline) throw new Error('offline')
      return { ready: { reCaptchaResponse: 'proof', reCaptchaAction: '' } }
    })
    keeper.begin()
    await expect(keeper.spend()).rejects.toThrow('offline')
    isOnline = true
    expect((await keeper.spend()).reCaptchaResponse).toBe('proof')
  })

  test('travels as base64 of what was asked and what was found', () => {
    expect(JSON.parse(atob(payloadOf({ signature: 's' }, { counter: 7, derivedKey: 'ab' })))).toEqual({
      challenge: { signature: 's' },
      solution: { counter: 7, derivedKey: 'ab' },
    })
  })
})
