import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { captchaProviderStandIn, type CaptchaMood, type CaptchaProviderStandIn } from '../../tests/stand-ins/captcha-provider.ts'
import { createCaptcha, type CaptchaSettings } from './captcha.ts'
import { renewCaptchaSecrets } from './captcha/read-captcha-secrets.ts'
import { createLog } from './log.ts'

let postgres: TestDatabase
let database: Database
beforeAll(async () => {
  postgres = await aDatabase()
  database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, silentLog)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

const own: CaptchaSettings = {
  captcha: 'proof-of-work',
  captchaCost: 1,
  captchaSiteKey: '',
  captchaSecret: '',
  captchaUrl: '',
  publicUrl: 'http://localhost:3000',
}
/** Time passes only where a test says so. */
const elapsed = { ms: 0 }
afterEach(() => {
  elapsed.ms = 0
})
const startMs = Date.now()
const clock = { now: () => new Date(startMs + elapsed.ms) }
const aCaptcha = (chosen: Partial<CaptchaSettings> = {}, log = silentLog, timeoutMs = patienceMs) =>
  createCaptcha({ settings: { ...own, ...chosen }, db: database.db, clock, log, timeoutMs })
/** Waits until `release` is called. */
function aDelayingCaptcha() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(ms)
    return promise
  }
  return { ...createCaptcha({ settings: own, db: database.db, clock, log: silentLog, wait }), waits, release }
}

const maren = { alias: 'maren', action: 'carte/connect_client' }
const solved = async (of = maren) => solveCaptcha(await aCaptcha().challenge(of))

describe('CAP-2 proof of work', () => {
  test('a solution is valid once across instances', async () => {
    const input = { token: await solved(), ...maren }
    const answers = await Promise.all(Array.from({ length: 8 }, () => aCaptcha().verify(input)))
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, isProved: true }])
    expect(await aCaptcha().verify(input)).toEqual({ ok: false, reason: 'used' })
  })

  test('is valid for one card and action, case-insensitive', async () => {
    const token = await solved()
    expect(await aCaptcha().verify({ ...maren, token, alias: 'julian' })).toEqual({ ok: false, reason: 'other-card' })
    expect(await aCaptcha().verify({ ...maren, token, action: 'carte/else' })).toEqual({ ok: false, reason: 'other-card' })
    expect(await aCaptcha().verify({ ...maren, token, alias: 'Maren' })).toEqual({ ok: true, isProved: true })
  })

  test('expires after ten minutes', async () => {
    const token = await solved()
    elapsed.ms = 10 * 60_000 + 1000
    expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason: 'expired' })
  })

  test('is invalid with other secrets or changed parameters', async () => {
    const challenge = await aCaptcha().challenge(maren)
    const honest = JSON.parse(Buffer.from(await solveCaptcha(challenge), 'base64').toString())
    const verifyChanged = (change: (payload: typeof honest) => void) => {
      const payload = structuredClone(honest)
      change(payload)
      return aCaptcha().verify({ ...maren, token: Buffer.from(JSON.stringify(payload)).toString('base64') })
    }
    const wrong = { ok: false, reason: 'wrong' }
    expect(await verifyChanged((payload) => (payload.challenge.parameters.keyPrefix = '00'))).toEqual(wrong)
    expect(await verifyChanged((payload) => (payload.challenge.parameters.expiresAt += 3600))).toEqual(wrong)
    expect(await verifyChanged((payload) => (payload.challenge.parameters.data.alias = 'julian'))).toEqual(wrong)
    expect(await verifyChanged((payload) => (payload.challenge.signature = 'ab'.repeat(32)))).toEqual(wrong)
    expect(await verifyChanged((payload) => (payload.solution.derivedKey = 'ab'.repeat(32)))).toEqual(wrong)
    expect(await verifyChanged((payload) => (payload.solution.counter = -1))).toEqual(wrong)
  })

  test.each([
    ['nothing', '', 'missing'],
    ['an empty object', btoa('{}'), 'malformed'],
    ['null', btoa('null'), 'malformed'],
    ['text', 'hello', 'malformed'],
    ['letters from everywhere', '\u0000💥\u202e', 'malformed'],
    ['too much', 'A'.repeat(8001), 'malformed'],
    ['half a challenge', btoa('{"challenge":{"parameters":{"algorithm":"PBKDF2/SHA-256"}},"solution":null}'), 'malformed'],
  ])('%s is a verdict, not an exception', async (_what, token, reason) => {
    expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason })
  })
})

test('rotated secrets stay valid for a day; others are not', async () => {
  const token = await solved()
  const { seal } = await aCaptcha().seal('maren')
  const longAgo = await aCaptcha().seal('maren')
  await renewCaptchaSecrets(database.db, clock)
  elapsed.ms = 3100
  expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: true, isProved: true })
  expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
  expect(await aCaptcha().verify({ ...maren, token: await solved() })).toEqual({ ok: true, isProved: true })
  await renewCaptchaSecrets(database.db, clock)
  expect(await aCaptcha().verify({ ...maren, token: longAgo.seal })).toEqual({ ok: false, reason: 'wrong' })
})

describe('CAP-2 a form without script', () => {
  test('is accepted once, some time after opening, as unverified', async () => {
    const { seal, submissionId } = await aCaptcha().seal('maren')
    expect(submissionId).toMatch(/^[\da-f-]{36}$/)
    elapsed.ms = 3100
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: false, reason: 'used' })
  })

  test('sent early, as by autofill, it waits out three seconds and is accepted once', async () => {
    const { verify, seal, waits, release } = aDelayingCaptcha()
    const { seal: token } = await seal('maren')
    elapsed.ms = 1000
    const answers = [verify({ ...maren, token }), verify({ ...maren, token })]
    await eventually(async () => expect(waits).toHaveLength(2))
    expect(Math.max(...waits)).toBeLessThanOrEqual(2000)
    release()
    const results = await Promise.all(answers)
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, isProved: false }])
    expect(results).toContainEqual({ ok: false, reason: 'used' })
  })

  test('beyond fifty waiting, a form is refused at once and can be sent again', async () => {
    const { verify, seal, waits, release } = aDelayingCaptcha()
    const { seal: token } = await seal('maren')
    const burst = Array.from({ length: 50 }, () => verify({ ...maren, token }))
    await eventually(async () => expect(waits).toHaveLength(50))
    const { seal: next } = await seal('maren')
    expect(await verify({ ...maren, token: next })).toEqual({ ok: false, reason: 'wrong' })
    release()
    await Promise.all(burst)
    expect(await verify({ ...maren, token: next })).toEqual({ ok: true, isProved: false })
  })

  test('expires after two hours and is valid for one card', async () => {
    const { seal } = await aCaptcha().seal('maren')
    elapsed.ms = 60_000
    expect(await aCaptcha().verify({ ...maren, alias: 'julian', token: seal })).toEqual({ ok: false, reason: 'other-card' })
    elapsed.ms = 2 * 3_600_000 + 1000
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: false, reason: 'expired' })
  })

  test('cannot be forged', async () => {
    const { seal } = await aCaptcha().seal('maren')
    const [, payload = '', mac = ''] = seal.split('.')
    const older = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), issuedAt: Date.now() - 60_000 }),
    )
    for (const token of [`form.${older.toString('base64url')}.${mac}`, `form.${payload}.AAAA`]) {
      expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason: 'wrong' })
    }
    for (const token of ['form.', 'form.a', `${seal}.more`]) {
      expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason: 'malformed' })
    }
  })
})

describe.each(['recaptcha', 'turnstile'] as const)('%s', (captcha) => {
  let provider: CaptchaProviderStandIn
  let lines = ''
  const log = createLog('debug', (text) => (lines += text))
  const token = 'XXXX.DUMMY-TOKEN_1.XXXX'
  beforeAll(async () => {
    provider = await captchaProviderStandIn()
    if (captcha === 'turnstile') provider.action = 'carte_connect_client'
  })
  afterAll(() => provider[Symbol.asyncDispose]())
  const outside = () => {
    const settings = { captcha, captchaSiteKey: 'site-key', captchaSecret: 'secret-key', captchaUrl: provider.url }
    return aCaptcha(settings, log, provider.mood === 'slow' ? 500 : patienceMs)
  }

  test('gives the page its site key and script', async () => {
    const { script, ...named } = (await outside().challenge(maren)) as { script: string }
    expect(named).toEqual({ kind: captcha, siteKey: 'site-key' })
    expect(script).toBe(
      captcha === 'recaptcha' ? `${provider.url}/recaptcha/api.js?render=site-key` : `${provider.url}/turnstile/v0/api.js?render=explicit`,
    )
  })

  test('is called once per submission, without data about the visitor', async () => {
    provider.mood = 'person'
    provider.requests = []
    expect(await outside().verify({ ...maren, token })).toEqual({ ok: true, isProved: true })
    const path = captcha === 'recaptcha' ? '/recaptcha/api/siteverify' : '/turnstile/v0/siteverify'
    expect(provider.requests).toEqual([{ path: `POST ${path}`, form: { secret: 'secret-key', response: token } }])
  })

  test.each<[CaptchaMood, string]>([
    ['used', 'used'],
    ['wrong', 'wrong'],
    ['elsewhere', 'other-card'],
    ['other-action', 'other-card'],
    ...(captcha === 'recaptcha' ? ([['robot', 'low-score']] as [CaptchaMood, string][]) : []),
  ])('%s is rejected', async (mood, reason) => {
    provider.mood = mood
    expect(await outside().verify({ ...maren, token })).toEqual({ ok: false, reason })
  })

  test.each<CaptchaMood>(['slow', 'broken', 'garbage', 'wrong-secret'])(
    '%s: accepted as unverified, with a warning in the log',
    async (mood) => {
      provider.mood = mood
      lines = ''
      expect(await outside().verify({ ...maren, token })).toEqual({ ok: true, isProved: false })
      log.flush()
      expect(JSON.parse(lines)).toMatchObject({ level: 'warn', event: 'captcha-provider-down', provider: captcha })
      expect(lines).not.toMatch(/secret-key|DUMMY/)
    },
  )

  test('is not called for malformed tokens', async () => {
    provider.requests = []
    expect(await outside().verify({ ...maren, token: 'x&secret=mine' })).toEqual({ ok: false, reason: 'malformed' })
    expect(provider.requests).toEqual([])
  })

  test('accepts a form without script', async () => {
    const { seal } = await outside().seal('maren')
    elapsed.ms = 5000
    expect(await outside().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
  })
})
