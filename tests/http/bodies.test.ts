import { describe, expect, test } from 'vitest'
import { StorageAway } from '#server/integrations/storage-away.ts'
import { judge } from '../../lab/fuzz/judge.ts'
import { aFront } from '../harness/front.ts'
import { silentLog } from '../harness/silent-log.ts'

const log = '/remote/api/public/carte-log'
const post = (body: BodyInit, type = 'application/json'): RequestInit => ({ method: 'POST', body, headers: { 'content-type': type } })
const listening = () => {
  const heard: unknown[] = []
  const front = aFront({
    'visits.log': async ({ input }) => {
      heard.push(input)
      return { success: 1, message: '' }
    },
  })
  return { ...front, heard }
}

describe('API-ERR a body that cannot be taken is refused, and no slice hears of it', () => {
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
    const { ask, heard } = listening()
    const answer = await ask(log, init)

    expect(answer.status).toBe(status)
    // This call's refusals are worded by the specification.
    expect(await answer.json()).toMatchObject({ success: 0, message: expect.stringMatching(/\w/) })
    expect(heard).toEqual([])
  })

  test('what fits is heard as the contract reads it', async () => {
    const { ask, heard } = listening()
    const answer = await ask(log, post('{"alias":"ada","message":"hello","unknown":1}'))

    expect(await answer.json()).toEqual({ success: 1, message: '' })
    expect(heard).toEqual([{ alias: 'ada', message: 'hello' }])
  })
})

describe('limits', () => {
  test('the thirty-first in a minute is told when to try again', async () => {
    const { ask, heard } = listening()
    const send = () => ask(log, post('{"alias":"ada","message":"hello"}'))
    for (let sent = 0; sent < 30; sent++) expect((await send()).status).toBe(200)

    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(heard).toHaveLength(30)
  })
})

describe('a limit per card', () => {
  const contact = (alias: string) =>
    post(JSON.stringify({ alias, subjectIdKey: 'k', name: 'A', lastName: 'B', phoneNumber: '1', emailAddress: 'a@example.com' }))

  test('holds for one card and leaves the next alone', async () => {
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

  test('is not answered to who is not signed in', async () => {
    const answer = await plans.ask(path, { headers: { 'x-csrf': '1' } })
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ type: '/problems/not-signed-in' })])
  })
})

describe('a call whose refusals are a flag', () => {
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const gone = Object.assign(new Error('insert fails'), { code: '23503', constraint: 'card_log_subject_id_fkey' })
  const full = new StorageAway('ENOSPC', 'no space left on device')
  const send = async (error: Error, given: Parameters<typeof aFront>[1] = {}) => {
    const fails = async () => {
      throw error
    }
    const answer = await aFront({ 'visits.log': fails }, given).ask(log, post('{"alias":"ada","message":"hello"}'))
    return { answer, text: await answer.text() }
  }

  test.each([
    ['the database is away', new Error('query failed', { cause: away }), 503, '2'],
    ['the disk is full', full, 503, '5'],
    ['the card went meanwhile', new Error('query failed', { cause: gone }), 404, null],
    ['it is our fault', new Error('select secret from subject'), 500, null],
  ])('is refused in its own words, too, where %s', async (_, error, status, retryAfter) => {
    const { answer, text } = await send(error)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({
      success: 0,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      requestId: answer.headers.get('x-request-id'),
    })
    expect(text).not.toContain('secret')
  })

  test('is known to the judge of odd calls', async () => {
    const { answer, text } = await send(gone)
    expect(judge({ status: answer.status, headers: Object.fromEntries(answer.headers), body: text, tookMs: 0 })).toBeNull()
  })

  test('is refused so, too, where nobody can say who asks', async () => {
    const { answer, text } = await send(away, { callerOf: () => Promise.reject(away) })
    expect([answer.status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ success: 0 })])
  })

  test('what was put off is in the log, whatever the words of its refusal', async () => {
    const warnings: unknown[] = []
    await send(away, { log: { ...silentLog, warn: (event, facts) => void warnings.push([event, facts?.place]) } })
    expect(warnings).toEqual([['unavailable', 'visits.log']])
  })
})

describe('a slice that fails', () => {
  test('answers 500 without a word of what happened inside', async () => {
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

  test('answers 503 with Retry-After while the database is away', async () => {
    const { ask } = aFront({
      'cards.settings': async () => {
        throw new Error('query failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
      },
    })
    const answer = await ask('/remote/api/public/e-card-settings')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  })
})
