import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
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
const later = { ms: 0 }
afterEach(() => {
  later.ms = 0
})
const clock = { now: () => new Date(Date.now() + later.ms) }
const aCaptcha = (chosen: Partial<CaptchaSettings> = {}, log = silentLog) =>
  createCaptcha({ settings: { ...own, ...chosen }, db: database.db, clock, log, timeoutMs: 1500 })

const maren = { alias: 'maren', action: 'carte/connect_client' }
const solved = async (of = maren) => solveCaptcha(await aCaptcha().challenge(of))

describe('CAP-2 proof of work', () => {
  test('passes once, on whichever instance, and not again', async () => {
    const given = { token: await solved(), ...maren }
    const answers = await Promise.all(Array.from({ length: 8 }, () => aCaptcha().verify(given)))
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, isProved: true }])
    expect(await aCaptcha().verify(given)).toEqual({ ok: false, reason: 'used' })
  })

  test('is for one card and one act, in whatever case the alias is typed', async () => {
    const token = await solved()
    expect(await aCaptcha().verify({ ...maren, token, alias: 'julian' })).toEqual({ ok: false, reason: 'other-card' })
    expect(await aCaptcha().verify({ ...maren, token, action: 'carte/else' })).toEqual({ ok: false, reason: 'other-card' })
    expect(await aCaptcha().verify({ ...maren, token, alias: 'Maren' })).toEqual({ ok: true, isProved: true })
  })

  test('is over after ten minutes', async () => {
    const token = await solved()
    later.ms = 10 * 60_000 + 1000
    expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason: 'expired' })
  })

  test('of other secrets, or made easier by hand, is none', async () => {
    const challenge = await aCaptcha().challenge(maren)
    const honest = JSON.parse(Buffer.from(await solveCaptcha(challenge), 'base64').toString())
    const told = (change: (payload: typeof honest) => void) => {
      const payload = structuredClone(honest)
      change(payload)
      return aCaptcha().verify({ ...maren, token: Buffer.from(JSON.stringify(payload)).toString('base64') })
    }
    const wrong = { ok: false, reason: 'wrong' }
    expect(await told((payload) => (payload.challenge.parameters.keyPrefix = '00'))).toEqual(wrong)
    expect(await told((payload) => (payload.challenge.parameters.expiresAt += 3600))).toEqual(wrong)
    expect(await told((payload) => (payload.challenge.parameters.data.alias = 'julian'))).toEqual(wrong)
    expect(await told((payload) => (payload.challenge.signature = 'ab'.repeat(32)))).toEqual(wrong)
    expect(await told((payload) => (payload.solution.derivedKey = 'ab'.repeat(32)))).toEqual(wrong)
    expect(await told((payload) => (payload.solution.counter = -1))).toEqual(wrong)
  })

  test.each([
    ['nothing', '', 'missing'],
    ['an empty object', btoa('{}'), 'malformed'],
    ['null', btoa('null'), 'malformed'],
    ['text', 'hello', 'malformed'],
    ['letters from everywhere', '\u0000💥\u202e', 'malformed'],
    ['too much', 'A'.repeat(8001), 'malformed'],
    ['half a challenge', btoa('{"challenge":{"parameters":{"algorithm":"PBKDF2/SHA-256"}},"solution":null}'), 'malformed'],
  ])('%s is answered, never thrown', async (_what, token, reason) => {
    expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: false, reason })
  })
})

test('a key that was exchanged is believed for a day, and one that was made up is not', async () => {
  const token = await solved()
  const { seal } = await aCaptcha().seal('maren')
  const longAgo = await aCaptcha().seal('maren')
  await renewCaptchaSecrets(database.db, clock)
  later.ms = 3100
  expect(await aCaptcha().verify({ ...maren, token })).toEqual({ ok: true, isProved: true })
  expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
  expect(await aCaptcha().verify({ ...maren, token: await solved() })).toEqual({ ok: true, isProved: true })
  await renewCaptchaSecrets(database.db, clock)
  expect(await aCaptcha().verify({ ...maren, token: longAgo.seal })).toEqual({ ok: false, reason: 'wrong' })
})

describe('CAP-2 a form without script', () => {
  test('is taken once, a while after it was opened, and proves nothing', async () => {
    const { seal, submissionId } = await aCaptcha().seal('maren')
    expect(submissionId).toMatch(/^[\da-f-]{36}$/)
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: false, reason: 'wrong' })
    later.ms = 3100
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: false, reason: 'used' })
  })

  test('is over after two hours, and is of one card', async () => {
    const { seal } = await aCaptcha().seal('maren')
    later.ms = 60_000
    expect(await aCaptcha().verify({ ...maren, alias: 'julian', token: seal })).toEqual({ ok: false, reason: 'other-card' })
    later.ms = 2 * 3_600_000 + 1000
    expect(await aCaptcha().verify({ ...maren, token: seal })).toEqual({ ok: false, reason: 'expired' })
  })

  test('cannot be made up', async () => {
    const { seal } = await aCaptcha().seal('maren')
    const [, said = '', mac = ''] = seal.split('.')
    const older = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(said, 'base64url').toString()), issuedAt: Date.now() - 60_000 }))
    for (const token of [`form.${older.toString('base64url')}.${mac}`, `form.${said}.AAAA`]) {
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
  const outside = () => aCaptcha({ captcha, captchaSiteKey: 'site-key', captchaSecret: 'secret-key', captchaUrl: provider.url }, log)

  test('is named to the page with its key and its script', async () => {
    const { script, ...named } = (await outside().challenge(maren)) as { script: string }
    expect(named).toEqual({ kind: captcha, siteKey: 'site-key' })
    expect(script).toBe(
      captcha === 'recaptcha' ? `${provider.url}/recaptcha/api.js?render=site-key` : `${provider.url}/turnstile/v0/api.js?render=explicit`,
    )
  })

  test('is asked once a submission, with the secret, and told nothing of the visitor', async () => {
    provider.mood = 'person'
    provider.asked = []
    expect(await outside().verify({ ...maren, token })).toEqual({ ok: true, isProved: true })
    const path = captcha === 'recaptcha' ? '/recaptcha/api/siteverify' : '/turnstile/v0/siteverify'
    expect(provider.asked).toEqual([{ path: `POST ${path}`, form: { secret: 'secret-key', response: token } }])
  })

  test.each<[CaptchaMood, string]>([
    ['spent', 'used'],
    ['wrong', 'wrong'],
    ['elsewhere', 'other-card'],
    ['other-action', 'other-card'],
    ...(captcha === 'recaptcha' ? ([['robot', 'low-score']] as [CaptchaMood, string][]) : []),
  ])('%s is refused', async (mood, reason) => {
    provider.mood = mood
    expect(await outside().verify({ ...maren, token })).toEqual({ ok: false, reason })
  })

  test.each<CaptchaMood>(['slow', 'broken', 'garbage', 'wrong-secret'])(
    '%s: nobody is lost, nothing is proved, the log warns',
    async (mood) => {
      provider.mood = mood
      lines = ''
      expect(await outside().verify({ ...maren, token })).toEqual({ ok: true, isProved: false })
      log.flush()
      expect(JSON.parse(lines)).toMatchObject({ level: 'warn', event: 'captcha-provider-down', provider: captcha })
      expect(lines).not.toMatch(/secret-key|DUMMY/)
    },
  )

  test('is not asked about what no provider gives out', async () => {
    provider.asked = []
    expect(await outside().verify({ ...maren, token: 'x&secret=mine' })).toEqual({ ok: false, reason: 'malformed' })
    expect(provider.asked).toEqual([])
  })

  test('a form without script is taken all the same', async () => {
    const { seal } = await outside().seal('maren')
    later.ms = 5000
    expect(await outside().verify({ ...maren, token: seal })).toEqual({ ok: true, isProved: false })
  })
})
