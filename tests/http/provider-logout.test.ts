import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aProvider, type AProvider } from '../../lab/fuzz/a-provider.ts'
import { anApp, type TestApp } from '../harness/app.ts'

let provider: AProvider
let app: TestApp
beforeAll(async () => {
  provider = await aProvider()
  app = await anApp({ settings: { ...provider.settings, trustProxy: true } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Each test uses its own person, since logouts are remembered. */
let sub: string
beforeEach(() => void (sub = randomUUID()))

let lines = 0
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const pairIn = (answer: Response, part: string) =>
  answer.headers
    .getSetCookie()
    .find((text) => text.includes(part) && !text.includes('Max-Age=0'))
    ?.split(';')[0] ?? ''

/** Logs in with a token of these claims, and returns the session's cookie, or an empty string. */
async function signIn(claims: Record<string, unknown>): Promise<string> {
  provider.userClaims = { sub, email: `${sub}@provider.example`, ...claims }
  const from = { 'x-forwarded-for': `10.3.0.${lines++}` }
  const started = await app.ask('/bff/login?returnUrl=%2F', { headers: from })
  const { searchParams } = new URL(started.headers.get('location') ?? '')
  const code = new URLSearchParams({ code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' })
  return pairIn(await app.ask(`/bff/callback?${code}`, { headers: { ...from, cookie: pairIn(started, 'login-') } }), 'session=')
}
const isIn = async (cookie: string) => (await app.ask('/bff/user', { headers: { 'x-csrf': '1', cookie } })).status === 200
/** Sends a back-channel logout, for one session or for all of a person's. */
async function sendLogout(claims: Record<string, unknown>) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout_token = await provider.signed({ sub, jti: randomUUID(), events, ...claims })
  expect((await app.ask('/bff/backchannel', { method: 'POST', body: new URLSearchParams({ logout_token }) })).status).toBe(200)
}

describe('a provider that numbers sessions only when they end', () => {
  const sid = 'one'

  test('AUTH-2 ends only that person’s sessions without a number', async () => {
    const nameless = await signIn({ sid: undefined })
    const [same, other] = [await signIn({ sid }), await signIn({ sid: 'two' })]
    const stranger = await signIn({ sid: undefined, sub: `not ${sub}`, email: `not-${sub}@provider.example` })
    await sendLogout({ sid })
    expect([await isIn(nameless), await isIn(same), await isIn(other), await isIn(stranger)]).toEqual([false, false, true, true])
  })

  test('AUTH-2 rejects a login in progress, and accepts a new login', async () => {
    await signIn({ sid: undefined })
    await sendLogout({ sid, iat: secondsAgo(10) })
    expect(await signIn({ sid: undefined, iat: secondsAgo(20) })).toBe('')
    expect(await isIn(await signIn({ sid: undefined, iat: secondsAgo(5) }))).toBe(true)
  })

  test('does not affect a session with another number', async () => {
    await sendLogout({ sid, iat: secondsAgo(10) })
    expect(await isIn(await signIn({ sid: 'two', iat: secondsAgo(20) }))).toBe(true)
  })
})

test('AUTH-2 a logout that names no session ends all of that person’s', async () => {
  const [one, two] = [await signIn({ sid: undefined }), await signIn({ sid: 'two' })]
  await sendLogout({ iat: secondsAgo(10) })
  expect([await isIn(one), await isIn(two), await signIn({ sid: 'two', iat: secondsAgo(20) })]).toEqual([false, false, ''])
})

test('AUTH-2 a logout that names only a session ends that one', async () => {
  const [one, two, nameless] = [await signIn({ sid: `one ${sub}` }), await signIn({ sid: 'two' }), await signIn({ sid: undefined })]
  await sendLogout({ sid: `one ${sub}`, sub: undefined })
  expect([await isIn(one), await isIn(two), await isIn(nameless)]).toEqual([false, true, true])
})
