import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { makeSignInLink, makeSignUpLink } from '#server/accounts/mailed-links/make-link.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { anHttpClient, type HttpClient } from '../harness/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { aProviderSite, csrf, type ProviderSite } from './provider-site.ts'

const people = {
  maren: { email: 'maren@provider.example', email_verified: true, name: 'Maren Holloway' },
  vague: { email: 'known@provider.example', email_verified: false, name: 'Another Person' },
  sly: { email: 'future@provider.example', email_verified: false, name: 'Sly' },
  fresh: { email: 'fresh@provider.example', email_verified: true, name: 'Fresh Face' },
  shy: { email: 'shy@provider.example', email_verified: true, name: 'Shy' },
  sitter: { email: 'sitter@provider.example', email_verified: true, name: 'Sitter' },
}

let site: ProviderSite
let app: TestApp
beforeAll(async () => {
  site = await aProviderSite(people)
  app = site.app
})
afterAll(() => site[Symbol.asyncDispose]())

describe('with an external provider', () => {
  test('AUTH-2 a login returns to the page before; no token reaches the browser', async () => {
    const card = await aCard(app.deps)
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'maren@provider.example' }, app.deps.clock.now()))
    const browser = anHttpClient()
    const back = await site.signIn(browser, 'maren')

    expect(`${back.origin}${back.pathname}`).toBe(`${site.publicUrl}/maren/my-contacts`)
    expect(await site.claims(browser)).toMatchObject({ status: 200, email: 'maren@provider.example', amr: 'provider' })
    const host = new URL(site.publicUrl).host
    expect(browser.cookie(host, '__Host-session')).toMatch(/^[\w-]{43}$/)
    expect(browser.names(host).filter((name) => name.includes('login'))).toEqual([])
    const { rows } = await app.deps.db.execute(
      sql`select 1 from membership m join account a on a.id = m.account_id where a.email = 'maren@provider.example' and m.subject_id = ${card.id}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('a login can begin at one server and end at another', async () => {
    const { databaseUrl, dataDir } = app.settings
    await using twin = await anApp({
      settings: { databaseUrl, dataDir, publicUrl: site.publicUrl, trustProxy: true, ...site.provider.client },
    })
    site.inTurn.push(app, twin)
    try {
      const browser = anHttpClient()
      await site.signIn(browser, 'maren')
      for (let time = 0; time < 2; time++)
        expect(await site.claims(browser)).toMatchObject({ status: 200, email: 'maren@provider.example' })
    } finally {
      site.inTurn.length = 0
    }
  })

  test('its cookie is SameSite=Lax, since the callback comes from another site', async () => {
    const { response } = await anHttpClient().go(`${site.publicUrl}/bff/login?returnUrl=%2F`)
    expect(response.headers.getSetCookie().join()).toMatch(/^__Host-login-\w{10}=.*SameSite=Lax; Secure$/)
    const address = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${site.publicUrl}/bff/callback`,
    })
    expect(address.searchParams.get('state')).toMatch(/.{20}/)
    expect(address.searchParams.get('nonce')).toMatch(/.{20}/)
  })

  test('a new person gets an account without a card', async () => {
    const browser = anHttpClient()
    await site.signIn(browser, 'fresh')
    expect(await site.claims(browser)).toMatchObject({ email: 'fresh@provider.example', name: 'Fresh Face' })
    const { response } = await browser.go(`${site.publicUrl}/remote/api/carte/own-cards`, { headers: csrf })
    expect(await response.json()).toEqual([])
  })

  test('an unverified email creates no account', async () => {
    const browser = anHttpClient()
    const back = await site.signIn(browser, 'sly')
    expect(back.pathname + back.search).toBe('/account/login?problem=provider')
    const { rows } = await app.deps.db.execute(sql`select 1 from account where email = 'future@provider.example'`)
    expect(rows).toEqual([])
  })

  test('two concurrent logins of one browser both succeed', async () => {
    const browser = anHttpClient()
    await site.signIn(browser, 'maren')
    await browser.go(`${site.publicUrl}/bff/logout?sid=${(await site.claims(browser)).sid}`)
    const startLogin = async () =>
      (await browser.go(`${site.publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`)).response.headers.get('location') ?? ''
    const [first] = [await startLogin(), await startLogin()]
    const { url } = await browser.follow(first, ({ origin, pathname }) => origin === site.publicUrl && !pathname.startsWith('/bff/'))
    expect(url.pathname).toBe('/maren/home')
  })

  test('LIMIT a site that starts endless logins locks no browser out', async () => {
    const browser = anHttpClient()
    const { host } = new URL(site.publicUrl)
    const pendingLogins = () => browser.names(host).filter((name) => name.includes('login-'))
    for (let popup = 0; popup < 8; popup++) {
      const newest = pendingLogins().slice(-1)
      await browser.go(`${site.publicUrl}/bff/login?returnUrl=%2Fada%2Fhome%3F${'x'.repeat(1900)}`)
      expect(pendingLogins().length).toBeLessThanOrEqual(3)
      expect(pendingLogins()).toEqual(expect.arrayContaining(newest))
    }
    for (const name of pendingLogins()) expect((browser.cookie(host, name) ?? '').length).toBeLessThan(1000)
    expect((await site.signIn(browser, 'maren')).pathname).toBe('/maren/my-contacts')
  })

  test.each([
    ['a list', '/maren/my-contacts?q=Ada+Lovelace&label=Fair&page=2', null],
    [
      'content to share',
      `/maren/connect?${new URLSearchParams({ sharePayload: JSON.stringify({ shareLink: 'https://cards.example/s/abcdefgh' }) })}#from_auth=yes`,
      null,
    ],
    ['a search that is too long', `/maren/my-contacts?q=${'x'.repeat(400)}#top`, '/maren/my-contacts'],
    ['a search in two-byte characters', `/maren/my-contacts?q=${'ü'.repeat(200)}`, '/maren/my-contacts'],
    ['an unknown page', `/maren/${'x'.repeat(400)}`, '/account'],
  ])('a login from %s returns there, or to as much of it as fits', async (_, returnUrl, end) => {
    const browser = anHttpClient()
    const at = await browser.follow(`${site.publicUrl}/bff/login?${new URLSearchParams({ returnUrl })}`, site.isHome)
    const { pathname, search, hash } = await site.fillIn(browser, at, 'maren')
    expect(pathname + search + hash).toBe(end ?? returnUrl)
  })

  describe('a changed login cookie', () => {
    const tamperings: [string, (stored: Record<string, unknown>) => object][] = [
      ['without a return address', (stored) => ({ ...stored, returnUrl: undefined })],
      ['with a return address of another site', (stored) => ({ ...stored, returnUrl: '//evil.example' })],
      ['with a short link to return to', (stored) => ({ ...stored, returnUrl: '/s/abcdefgh' })],
      ['with a list of return addresses', (stored) => ({ ...stored, returnUrl: ['/ada'] })],
      ['without isSilent', (stored) => ({ ...stored, isSilent: undefined })],
      ['with a number as its nonce', (stored) => ({ ...stored, nonce: 7 })],
      ['as a list', (stored) => [stored]],
    ]
    test.each(tamperings)('%s logs no one in and writes nothing', async (_, tamper) => {
      const browser = anHttpClient()
      await site.signIn(browser, 'maren')
      const { host } = new URL(site.publicUrl)
      await browser.go(`${site.publicUrl}/bff/logout?sid=${(await site.claims(browser)).sid}`)
      const { url } = await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
      const [name = ''] = browser.names(host).filter((one) => one.includes('login-'))
      const stored = JSON.parse(Buffer.from(browser.cookie(host, name) ?? '', 'base64url').toString()) as Record<string, unknown>
      browser.put(host, name, Buffer.from(JSON.stringify(tamper(stored))).toString('base64url'))
      const sessions = async () => (await app.deps.db.execute(sql`select id from session`)).rows.length
      const before = await sessions()
      const { response } = await browser.go(url)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/account/login?problem=provider'])
      expect([await sessions(), (await site.claims(browser)).status]).toEqual([before, 401])
    })
  })

  test('an existing account is linked only by a verified email', async () => {
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'known@provider.example' }, app.deps.clock.now()))
    const browser = anHttpClient()
    const back = await site.signIn(browser, 'vague')
    expect(back.pathname + back.search).toBe('/account/login?problem=provider')
    expect((await site.claims(browser)).status).toBe(401)
  })
  let card: { id: string }
  beforeAll(async () => {
    card = await aCard(app.deps)
  })

  test('AUTH-3 silent login asks the provider without a prompt', async () => {
    const browser = anHttpClient()
    const withoutSession = await browser.follow(`${site.publicUrl}/bff/silent-login`)
    expect(withoutSession.url.pathname).toBe('/bff/silent-login-callback')
    expect(await withoutSession.response?.text()).toContain('"isLoggedIn":false')

    await site.signIn(browser, 'maren')
    const { sid } = await site.claims(browser)
    await browser.go(`${site.publicUrl}/bff/user`, { headers: csrf })
    // The session here has ended, the one at the provider has not.
    await app.deps.db.execute(sql`delete from session where id = ${sid}`)
    const withSession = await browser.follow(`${site.publicUrl}/bff/silent-login`)
    expect(await withSession.response?.text()).toContain('"isLoggedIn":true')
    expect((await site.claims(browser)).status).toBe(200)
  })

  describe('on an unlocked device', () => {
    const recentLoginEndpoints = ['/bff/archive', '/remote/api/clients/connected-clients/export-all/csv']
    beforeAll(async () => {
      const { id: subjectId } = await aCard(app.deps)
      await app.deps.changes.write((tx) => addOwner(tx, { subjectId, email: people.sitter.email }, app.deps.clock.now()))
    })
    const opened = async (browser: HttpClient) => {
      const { response } = await browser.go(`${site.publicUrl}${recentLoginEndpoints[0]}`, { headers: csrf })
      await response.arrayBuffer()
      return response.status
    }
    const passMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    afterEach(() => void vi.useRealTimers())

    const signedInBefore = async (minutes: number) => {
      const browser = anHttpClient()
      await site.signIn(browser, 'sitter')
      expect(await opened(browser)).toBe(200)
      browser.forget(new URL(site.publicUrl).host)
      if (minutes > 0) passMinutes(minutes)
      return browser
    }

    test.each(recentLoginEndpoints)('AUTH-3 a silent login does not count as recent for %s', async (endpoint) => {
      const browser = await signedInBefore(0)
      await browser.follow(`${site.publicUrl}/bff/silent-login`)
      expect((await site.claims(browser)).status).toBe(200)
      const { response } = await browser.go(`${site.publicUrl}${endpoint}`, { headers: csrf })
      expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('recent-login-required')])
    })

    test('a silent login creates and links no account', async () => {
      const browser = anHttpClient()
      await site.signIn(browser, 'shy')
      await app.deps.db.execute(sql`delete from account where email = 'shy@provider.example'`)
      const tries = async () => {
        browser.forget(new URL(site.publicUrl).host)
        const answer = await browser.follow(`${site.publicUrl}/bff/silent-login`)
        return (await answer.response?.text())?.includes('"isLoggedIn":true')
      }
      const known = () => app.deps.db.execute(sql`select email from account where email = 'shy@provider.example'`)
      expect([await tries(), (await known()).rows]).toEqual([false, []])

      await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'shy@provider.example' }, app.deps.clock.now()))
      expect(await tries()).toBe(false)
      await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2F`, site.isHome)
      expect(await tries()).toBe(true)
    })

    test('a login without a prompt is as old as the provider’s session', async () => {
      const browser = await signedInBefore(16)
      const { url } = await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`, site.isHome)
      expect(url.pathname).toBe('/maren/home')
      expect([(await site.claims(browser)).status, await opened(browser)]).toEqual([200, 401])
    })

    test('a new login requested at the provider counts as recent', async () => {
      const browser = await signedInBefore(16)
      await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2F`, site.isHome)
      const started = await browser.go(`${site.publicUrl}/bff/login?returnUrl=%2F&prompt=login`)
      const address = new URL(started.response.headers.get('location') ?? '')
      expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
      const there = await browser.follow(address, site.isHome)
      expect(there.url.origin).toBe(site.provider.issuer)
      await site.fillIn(browser, there, 'sitter')
      expect(await opened(browser)).toBe(200)
    })

    test('a browser that drops the requested prompt is rejected', async () => {
      const browser = await signedInBefore(16)
      const removePrompt = async () => {
        const { response } = await browser.go(`${site.publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome&prompt=login`)
        const address = new URL(response.headers.get('location') ?? '')
        for (const name of ['prompt', 'max_age']) address.searchParams.delete(name)
        return address
      }
      const refused = await browser.follow(await removePrompt(), site.isHome)
      expect([refused.url.pathname, (await site.claims(browser)).status]).toEqual(['/account/login', 401])

      const address = await removePrompt()
      const host = new URL(site.publicUrl).host
      const [name = ''] = browser.names(host).filter((one) => one.includes('login-'))
      const stored = JSON.parse(Buffer.from(browser.cookie(host, name) ?? '', 'base64url').toString()) as object
      browser.put(host, name, Buffer.from(JSON.stringify({ ...stored, isForced: false, isSilent: false })).toString('base64url'))
      await browser.follow(address, site.isHome)
      expect([(await site.claims(browser)).status, await opened(browser)]).toEqual([200, 401])
    })

    test('no query parameter makes a login silent', async () => {
      const { response } = await anHttpClient().go(`${site.publicUrl}/bff/login?returnUrl=%2F&prompt=none`)
      expect(new URL(response.headers.get('location') ?? '').searchParams.has('prompt')).toBe(false)
    })
  })

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['a made-up code', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url: URL) => (url.search = `?error=server_error&state=${url.searchParams.get('state')}`)],
  ])('a callback with %s logs no one in', async (_, tamper) => {
    const browser = anHttpClient()
    await site.signIn(browser, 'maren')
    await browser.go(`${site.publicUrl}/bff/logout?sid=${(await site.claims(browser)).sid}`)
    const { url } = await browser.follow(
      `${site.publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`,
      ({ pathname }) => pathname === '/bff/callback',
    )
    expect(url.pathname).toBe('/bff/callback')
    tamper(url)
    const end = await browser.follow(url, ({ pathname }) => !pathname.startsWith('/bff/'))
    expect(end.url.pathname).toBe('/account/login')
    expect((await site.claims(browser)).status).toBe(401)
  })

  test('a callback of another browser’s login is rejected', async () => {
    const [browser, thief] = [anHttpClient(), anHttpClient()]
    await site.signIn(browser, 'maren')
    await browser.go(`${site.publicUrl}/bff/logout?sid=${(await site.claims(browser)).sid}`)
    const { url } = await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
    await thief.follow(url, ({ pathname }) => !pathname.startsWith('/bff/'))
    expect((await site.claims(thief)).status).toBe(401)
  })

  test('AUTH-2 logout here logs out at the provider and returns here', async () => {
    const browser = anHttpClient()
    await site.signIn(browser, 'maren')
    const { sid } = await site.claims(browser)
    const { response } = await browser.go(`${site.publicUrl}/bff/logout?sid=${sid}&returnUrl=%2Fmaren%2Fhome`)
    const there = new URL(response.headers.get('location') ?? '')
    expect(there.origin).toBe(site.provider.issuer)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${site.publicUrl}/bff/logout`)
    expect((await site.claims(browser)).status).toBe(401)
    const back = await browser.go(`${site.publicUrl}/bff/logout?state=${encodeURIComponent('/maren/home')}`)
    expect(back.response.headers.get('location')).toBe('/maren/home')
    const evil = await browser.go(`${site.publicUrl}/bff/logout?state=${encodeURIComponent('//evil.example')}`)
    expect(evil.response.headers.get('location')).toBe('/')
  })

  test('back-channel logout ends only that session', async () => {
    const [one, other] = [anHttpClient(), anHttpClient()]
    await site.signIn(one, 'maren')
    await site.signIn(other, 'maren')
    const before = site.provider.backchannel.length
    await site.logOutAtProvider(one)
    await eventually(() => expect(site.provider.backchannel.length).toBe(before + 1))
    expect(site.provider.backchannel.at(-1)).toEqual({ ok: true })
    expect([(await site.claims(one)).status, (await site.claims(other)).status]).toEqual([401, 200])
  })

  test('a logout at the provider during the callback prevents the login', async () => {
    const browser = anHttpClient()
    await site.signIn(browser, 'maren')
    await browser.go(`${site.publicUrl}/bff/logout?sid=${(await site.claims(browser)).sid}`)
    const { url } = await browser.follow(`${site.publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
    const before = site.provider.backchannel.length
    const pending = await app.deps.db.transaction(async (tx) => {
      // The provider knows this person, this installation does not.
      await tx.execute(sql`lock table account_identity in access exclusive mode`)
      const callback = browser.go(url)
      const waiting = sql`select 1 from pg_locks where relation = 'account_identity'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await eventually(async () => expect((await tx.execute(waiting)).rows).toHaveLength(1))
      await site.logOutAtProvider(browser)
      await eventually(() => expect(site.provider.backchannel.slice(before)).toEqual([{ ok: true }]))
      return { callback }
    })
    expect((await pending.callback).response.headers.get('location')).toBe('/account/login?problem=provider')
    expect((await site.claims(browser)).status).toBe(401)
    await site.signIn(browser, 'maren')
    expect((await site.claims(browser)).status).toBe(200)
  })

  test('an unsigned logout token is rejected', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const forged = `${part({ alg: 'none' })}.${part({ iss: site.provider.issuer, aud: 'carte', sub: 'maren', iat: 1, jti: 'x', events })}.`
    for (const logout_token of ['', 'x', 'a.b.c', forged]) {
      const answer = await app.ask('/bff/backchannel', { method: 'POST', body: new URLSearchParams({ logout_token }) })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    }
  })

  test('an aborted back-channel logout is a client error; a large one is rejected', async () => {
    const gone = new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('logout_token=abc'))
        body.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    // Node requires `duplex` for a streamed body; the DOM types do not have it.
    const half: object = { duplex: 'half' }
    const postLogout = (body: BodyInit) =>
      app.ask('/bff/backchannel', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body, ...half })
    const answer = await postLogout(gone)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ detail: 'The body did not arrive completely.' })])
    expect((await postLogout(`logout_token=${'x'.repeat(16_000)}`)).status).toBe(413)
  })

  test('passwords and mailed links are disabled', async () => {
    for (const [path, body] of [
      ['/bff/sign-in', { email: 'maren@provider.example', password: 'x' }],
      ['/bff/request-link', { email: 'maren@provider.example' }],
      ['/bff/sign-up', { email: 'x@example.com', name: 'X' }],
    ] as const) {
      const answer = await app.ask(path, {
        method: 'POST',
        headers: { ...csrf, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, path).toBe(404)
    }
  })

  test('a link mailed before the provider was set is invalid; a CLI link works', async () => {
    const card = await aCard(app.deps)
    const email = 'way.back@provider.example'
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email }, app.deps.clock.now()))
    const post = (path: string, body: object) =>
      app.ask(path, { method: 'POST', headers: { ...csrf, 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const link = async (purpose: 'sign-in' | 'reset', isMadeByAdmin = false) =>
      (await makeSignInLink(app.deps, email, { purpose, isMadeByAdmin, endsOthers: false }))?.token ?? ''
    const { token: signUp } = await makeSignUpLink(app.deps, { email: 'x@example.com', name: 'X', language: 'en' }, '/account')
    const adminLink = await link('sign-in', true)

    const password = 'Open-Sesame-1'
    for (const token of [await link('sign-in'), await link('reset'), signUp, adminLink])
      expect((await post('/bff/reset-password', { token, password })).status).toBe(404)
    for (const token of [await link('sign-in'), await link('reset'), signUp])
      expect((await post('/bff/use-link', { token })).status).toBe(410)
    const back = await post('/bff/use-link', { token: adminLink })
    expect([back.status, back.headers.getSetCookie().map((text) => text.split('=')[0])]).toEqual([200, ['__Host-session']])
    expect((await post('/bff/use-link', { token: adminLink })).status).toBe(410)
  })
})

test('a provider that does not respond is a 503, also for silent login', async () => {
  await using alone = await anApp({ settings: { oidcIssuer: 'http://127.0.0.1:1', oidcClientId: 'carte' } })
  const login = await alone.ask('/bff/login?returnUrl=%2F')
  expect([login.status, await login.json()]).toEqual([
    503,
    expect.objectContaining({ detail: 'The login service isn’t responding. Try again in a moment.' }),
  ])
  expect(await (await alone.ask('/bff/silent-login')).text()).toContain('"isLoggedIn":false')
})
