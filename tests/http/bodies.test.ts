import { describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '#server/integrations/storage-error.ts'
import { findIssue } from '../../lab/fuzz/find-issue.ts'
import { aFront } from '../harness/front.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

const log = '/remote/api/public/carte-log'
const post = (body: BodyInit, type = 'application/json'): RequestInit => ({ method: 'POST', body, headers: { 'content-type': type } })
const listening = () => {
  const received: unknown[] = []
  const front = aFront({
    'visits.log': async ({ input }) => {
      received.push(input)
      return { success: 1, message: '' }
    },
  })
  return { ...front, received }
}

describe('API-ERR an invalid body is rejected before any handler', () => {
  test.each([
    ['no JSON type', post('{}', 'text/plain'), 415],
    ['a form', post('a=b', 'application/x-www-form-urlencoded'), 415],
    ['no JSON', post('{"a":'), 400],
    ['an empty body', post(''), 400],
    ['bytes that are not UTF-8', post(new Uint8Array([0x22, 0xff, 0x22])), 400],
    ['a prototype', post('{"__proto__":{"x":1}}'), 400],
    ['a NUL', post('{"alias":"a\\u0000b"}'), 400],
    ['a hundred levels', post('['.repeat(100) + ']'.repeat(100)), 400],
    ['a megabyte', post(JSON.stringify({ message: 'x'.repeat(1024 * 1024) })), 413],
    ['missing fields', post('{}'), 422],
  ])('%s', async (_, init, status) => {
    const { ask, received } = listening()
    const answer = await ask(log, init)

    expect(answer.status).toBe(status)
    // The specification fixes the errors of this call.
    expect(await answer.json()).toMatchObject({ success: 0, message: expect.stringMatching(/\w/) })
    expect(received).toEqual([])
  })

  test('a valid body reaches the handler as the contract parses it', async () => {
    const { ask, received } = listening()
    const answer = await ask(log, post('{"alias":"ada","message":"hello","unknown":1}'))

    expect(await answer.json()).toEqual({ success: 1, message: '' })
    expect(received).toEqual([{ alias: 'ada', message: 'hello' }])
  })
})

describe('limits', () => {
  test('the 31st call in a minute gets a Retry-After', async () => {
    const { ask, received } = listening()
    const send = () => ask(log, post('{"alias":"ada","message":"hello"}'))
    for (let sent = 0; sent < 30; sent++) expect((await send()).status).toBe(200)

    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(received).toHaveLength(30)
  })
})

describe('a limit per card', () => {
  const contact = (alias: string) =>
    post(JSON.stringify({ alias, subjectIdKey: 'k', name: 'A', lastName: 'B', phoneNumber: '2075550199', emailAddress: 'a@example.com' }))

  test('applies to one card and not to the next', async () => {
    const { ask } = aFront({ 'contacts.submit': async () => ({ success: 1, message: '' }) })
    const submit = async (alias: string) => (await ask('/remote/api/public/connect-client', contact(alias))).status
    for (let sent = 0; sent < 5; sent++) expect(await submit('ada')).toBe(200)

    expect([await submit('ada'), await submit('ADA'), await submit('bob')]).toEqual([429, 429, 200])
  })
})

describe('an owner’s call', () => {
  const plans = aFront({ 'billing.plans': async () => [] })
  const path = '/remote/subscription/me/plans'

  test('AUTH-5 is refused without X-CSRF, and when another site sends it', async () => {
    expect((await plans.ask(path)).status).toBe(403)
    const foreign = { 'x-csrf': '1', 'sec-fetch-site': 'cross-site' }
    expect((await plans.ask(path, { headers: foreign })).status).toBe(403)
    for (const origin of ['https://evil.example', 'null'])
      expect((await plans.ask(path, { headers: { 'x-csrf': '1', origin } })).status).toBe(403)
  })

  test('is rejected without a session', async () => {
    const answer = await plans.ask(path, { headers: { 'x-csrf': '1' } })
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ type: '/problems/not-logged-in' })])
  })
})

describe('a call whose errors are {success, message}', () => {
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const gone = Object.assign(new Error('insert fails'), { code: '23503', constraint: 'card_log_subject_id_fkey' })
  const full = new StorageUnavailableError('ENOSPC', 'no space left on device')
  const send = async (error: Error, options: Parameters<typeof aFront>[1] = {}) => {
    const fails = async () => {
      throw error
    }
    const answer = await aFront({ 'visits.log': fails }, options).ask(log, post('{"alias":"ada","message":"hello"}'))
    return { answer, text: await answer.text() }
  }

  test.each([
    ['the database is unavailable', new Error('query failed', { cause: away }), 503, '2', 'unavailable'],
    ['the disk is full', full, 503, '5', 'unavailable'],
    ['the card was deleted meanwhile', new Error('query failed', { cause: gone }), 404, null, 'card-not-found'],
    ['the server has a bug', new Error('select secret from subject'), 500, null, 'unexpected'],
  ])('uses that format also if %s', async (_, error, status, retryAfter, type) => {
    const { answer, text } = await send(error)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({
      success: 0,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      type: `/problems/${type}`,
      requestId: answer.headers.get('x-request-id'),
    })
    expect(text).not.toContain('secret')
  })

  test('is covered by the fuzzing oracle', async () => {
    const { answer, text } = await send(gone)
    expect(findIssue({ status: answer.status, headers: Object.fromEntries(answer.headers), body: text, tookMs: 0 })).toBeNull()
  })

  test('uses that format also if the caller cannot be read', async () => {
    const { answer, text } = await send(away, { callerOf: () => Promise.reject(away) })
    expect([answer.status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ success: 0 })])
  })

  test('a 503 is logged, whatever the format of its error', async () => {
    const warnings: unknown[] = []
    await send(away, { log: { ...silentLog, warn: (event, facts) => void warnings.push([event, facts?.place]) } })
    expect(warnings).toEqual([['unavailable', 'visits.log']])
  })
})

describe('a slice that fails', () => {
  test('answers 500 without internal details', async () => {
    const { ask } = aFront({
      'cards.settings': async () => {
        throw new Error('select secret from subject')
      },
    })
    const answer = await ask('/remote/api/public/e-card-settings')
    const text = await answer.text()

    expect(answer.status).toBe(500)
    expect(text).not.toMatch(/secret|select|at \w+ \(/)
    expect(JSON.parse(text).requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('answers 503 with Retry-After while the database is unavailable', async () => {
    const { ask } = aFront({
      'cards.settings': async () => {
        throw new Error('query failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
      },
    })
    const answer = await ask('/remote/api/public/e-card-settings')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  })
})
