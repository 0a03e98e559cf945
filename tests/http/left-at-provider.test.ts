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

/** Each test has a person of its own, since what is remembered of one lasts. */
let sub: string
beforeEach(() => void (sub = randomUUID()))

let lines = 0
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const pairIn = (answer: Response, part: string) =>
  answer.headers
    .getSetCookie()
    .find((text) => text.includes(part) && !text.includes('Max-Age=0'))
    ?.split(';')[0] ?? ''

/** Signs in by a token that says this; the cookie of the session, or nothing. */
async function signIn(says: Record<string, unknown>): Promise<string> {
  provider.says = { sub, email: `${sub}@provider.example`, ...says }
  const from = { 'x-forwarded-for': `10.3.0.${lines++}` }
  const begun = await app.ask('/bff/login?returnUrl=%2F', { headers: from })
  const { searchParams } = new URL(begun.headers.get('location') ?? '')
  const code = new URLSearchParams({ code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' })
  return pairIn(await app.ask(`/bff/callback?${code}`, { headers: { ...from, cookie: pairIn(begun, 'login-') } }), 'session=')
}
const isIn = async (cookie: string) => (await app.ask('/bff/user', { headers: { 'x-csrf': '1', cookie } })).status === 200
/** The provider says that they left, in this session or everywhere. */
async function leave(says: Record<string, unknown>) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout_token = await provider.signed({ sub, jti: randomUUID(), events, ...says })
  expect((await app.ask('/bff/backchannel', { method: 'POST', body: new URLSearchParams({ logout_token }) })).status).toBe(200)
}

describe('a provider that numbers sessions only when they end', () => {
  const sid = 'one'

  test('AUTH-2 ends those of that person that have no number, and none that has another or is somebody else’s', async () => {
    const nameless = await signIn({ sid: undefined })
    const [same, other] = [await signIn({ sid }), await signIn({ sid: 'two' })]
    const stranger = await signIn({ sid: undefined, sub: `not ${sub}`, email: `not-${sub}@provider.example` })
    await leave({ sid })
    expect([await isIn(nameless), await isIn(same), await isIn(other), await isIn(stranger)]).toEqual([false, false, true, true])
  })

  test('AUTH-2 keeps out who was on the way back meanwhile, and lets in who signs in anew', async () => {
    await signIn({ sid: undefined })
    await leave({ sid, iat: secondsAgo(10) })
    expect(await signIn({ sid: undefined, iat: secondsAgo(20) })).toBe('')
    expect(await isIn(await signIn({ sid: undefined, iat: secondsAgo(5) }))).toBe(true)
  })

  test('keeps nobody out whose session has another number', async () => {
    await leave({ sid, iat: secondsAgo(10) })
    expect(await isIn(await signIn({ sid: 'two', iat: secondsAgo(20) }))).toBe(true)
  })
})

test('AUTH-2 a provider that says who left and names no session ends all of theirs, and is heard on the way back too', async () => {
  const [one, two] = [await signIn({ sid: undefined }), await signIn({ sid: 'two' })]
  await leave({ iat: secondsAgo(10) })
  expect([await isIn(one), await isIn(two), await signIn({ sid: 'two', iat: secondsAgo(20) })]).toEqual([false, false, ''])
})

test('AUTH-2 a provider that names a session and nobody ends that one', async () => {
  const [one, two, nameless] = [await signIn({ sid: `one ${sub}` }), await signIn({ sid: 'two' }), await signIn({ sid: undefined })]
  await leave({ sid: `one ${sub}`, sub: undefined })
  expect([await isIn(one), await isIn(two), await isIn(nameless)]).toEqual([false, true, true])
})
