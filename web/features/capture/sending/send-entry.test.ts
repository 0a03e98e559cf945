import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { createClient } from '../../../platform/api/client.ts'
import { noEntry } from '../form/entry.ts'
import { buildPayload } from '../proof/prove.ts'
import { createProofCache } from '../proof/proof-cache.ts'
import { sendEntry, type Outcome, type Sending } from './send-entry.ts'

const sending: Sending = { ...noEntry, name: 'Tobias', alias: 'maren', submissionId: 'id', consentVersion: '1', language: 'en' }

/** A server that answers with these statuses and bodies in order; 0 is a network error. */
function aServer(...answers: [number, object][]) {
  const bodies: Record<string, unknown>[] = []
  const fetch: typeof globalThis.fetch = async (_address, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    const [status, body] = answers.shift() ?? [200, { success: 1, message: '' }]
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  }
  return { bodies, call: createClient({ slug: 'carte', fetch }).call }
}
const proofSource = () => {
  let count = 0
  return async () => ({ reCaptchaResponse: `proof-${++count}`, reCaptchaAction: 'carte/connect_client' })
}
const failure = (message: string) => ({ success: 0, message })
const attempt = async (call: Api['call']): Promise<Outcome> => sendEntry(call, sending, proofSource())

describe('one attempt to send', () => {
  test('CAP-2 carries the proof and the idempotency key of the form', async () => {
    const server = aServer()
    expect(await attempt(server.call)).toEqual({ kind: 'sent' })
    expect(server.bodies[0]).toMatchObject({ submissionId: 'id', reCaptchaResponse: 'proof-1', reCaptchaAction: 'carte/connect_client' })
  })

  test('CAP-2 a rejected proof is computed again once', async () => {
    const rejected: [number, object] = [422, { ...failure('Résolvez le captcha.'), code: 'captchaMissing' }]
    const once = aServer(rejected)
    expect(await attempt(once.call)).toEqual({ kind: 'sent' })
    expect(once.bodies.map(({ reCaptchaResponse }) => reCaptchaResponse)).toEqual(['proof-1', 'proof-2'])
    const twice = aServer(rejected, rejected, rejected)
    expect(await attempt(twice.call)).toMatchObject({ kind: 'refused', isFinal: false })
    expect(twice.bodies).toHaveLength(2)
  })

  test('a card that takes no contacts is recognized by its code, in any language', async () => {
    const closed: [number, object] = [409, { ...failure('Fermé.'), code: 'contactsClosed' }]
    expect(await attempt(aServer(closed).call)).toMatchObject({ kind: 'refused', isFinal: true, messageKey: 'inputIssue.contactsClosed' })
    expect(await attempt(aServer([409, failure('Conflict')]).call)).toMatchObject({ messageKey: undefined })
  })

  test('CAP-3 only a success of 1 counts; the server’s message is displayed', async () => {
    expect(await attempt(aServer([200, failure('Not today.')]).call)).toMatchObject({
      kind: 'refused',
      message: 'Not today.',
      isFinal: false,
    })
  })

  test.each([
    [409, true],
    [422, true],
    [404, true],
    [429, false],
    [500, false],
  ])('status %i is final: %s', async (status, isFinal) => {
    expect(await attempt(aServer([status, failure('No.')]).call)).toMatchObject({ kind: 'refused', isFinal })
  })

  test('CAP-3 no response or a 503 counts as unreachable, not rejected', async () => {
    expect(await attempt(aServer([0, {}]).call)).toEqual({ kind: 'unreachable' })
    expect(await attempt(aServer([503, failure('Nothing can be saved just now.')]).call)).toEqual({ kind: 'unreachable' })
  })
})

describe('the proof of work', () => {
  test('CAP-2 is computed while the visitor types, once per use, and again once expired', async () => {
    let made = 0
    let now = 0
    const cache = createProofCache(
      async () => ({ ready: { reCaptchaResponse: `proof-${++made}`, reCaptchaAction: '' } }),
      () => now,
    )
    const consumed = async () => (await cache.consume()).reCaptchaResponse
    cache.begin()
    cache.begin()
    expect(await consumed()).toBe('proof-1')
    expect(await consumed()).toBe('proof-2')
    cache.begin()
    now += 10 * 60_000
    expect(await consumed()).toBe('proof-4')
  })

  test('CAP-2 a proof that failed without a network is computed when needed', async () => {
    let isOnline = false
    const cache = createProofCache(async () => {
      if (!isOnline) throw new Error('offline')
      return { ready: { reCaptchaResponse: 'proof', reCaptchaAction: '' } }
    })
    cache.begin()
    await expect(cache.consume()).rejects.toThrow('offline')
    isOnline = true
    expect((await cache.consume()).reCaptchaResponse).toBe('proof')
  })

  test('is sent as base64 of challenge and solution', () => {
    expect(JSON.parse(atob(buildPayload({ signature: 's' }, { counter: 7, derivedKey: 'ab' })))).toEqual({
      challenge: { signature: 's' },
      solution: { counter: 7, derivedKey: 'ab' },
    })
  })
})
