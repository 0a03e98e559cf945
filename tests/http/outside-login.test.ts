import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { makeSignInLink, makeSignUpLink } from '#server/accounts/mailed-links/make-link.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aJar, type Jar } from '../harness/jar.ts'
import { portOf } from './wire.ts'
import { identityProvider, type IdentityProvider } from '../stand-ins/identity-provider.ts'
import { eventually } from '../harness/eventually.ts'

const people = {
  maren: { email: 'maren@provider.example', email_verified: true, name: 'Maren Holloway' },
  vague: { email: 'known@provider.example', email_verified: false, name: 'Somebody Else' },
  sly: { email: 'future@provider.example', email_verified: false, name: 'Sly' },
  fresh: { email: 'fresh@provider.example', email_verified: true, name: 'Fresh Face' },
  shy: { email: 'shy@provider.example', email_verified: true, name: 'Shy' },
  sitter: { email: 'sitter@provider.example', email_verified: true, name: 'Sitter' },
}

let app: TestApp
/** Who answers, each request by the next; empty for `app` alone. */
const inTurn: TestApp[] = []
let provider: IdentityProvider
let server: Server
let publicUrl: string
beforeAll(async () => {
  let turn = 0
  server = createServer((request, response) => {
    const next = inTurn[turn++ % inTurn.length] ?? app
    next.listener(request, response)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  publicUrl = `http://localhost:${portOf(server)}`
  provider = await identityProvider(publicUrl, people)
  app = await anApp({ settings: { publicUrl, trustProxy: true, ...provider.client } })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const ours = { 'x-csrf': '1' }
const user = (jar: Jar) => jar.go(`${publicUrl}/bff/user`, { headers: ours })
const claims = async (jar: Jar) => {
  const { response } = await user(jar)
  const list = response.ok ? ((await response.json()) as { type: string; value: string }[]) : []
  return { status: response.status, ...Object.fromEntries(list.map(({ type, value }) => [type, value])) } as { status: number } & Record<
    string,
    string
  >
}

const isHome = ({ origin, pathname }: URL) => origin === publicUrl && !pathname.startsWith('/bff/')

/** Signs in at the provider as a person would: its form, its question, and back. */
async function signIn(jar: Jar, who: string, returnUrl = '/maren/my-contacts', more: Record<string, string> = {}) {
  const at = await jar.follow(`${publicUrl}/bff/login?${new URLSearchParams({ returnUrl, ...more })}`, isHome)
  return fillIn(jar, at, who)
}

/** Answers whatever the provider asks, until it leads home. */
async function fillIn(jar: Jar, from: Awaited<ReturnType<Jar['follow']>>, who: string) {
  let at = from
  for (let form = 0; form < 4 && at.url.origin === provider.issuer; form++) {
    const page = (await at.response?.text()) ?? ''
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? at.url.href
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login'
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: who, password: 'any' } : {}) })
    at = await jar.follow(new URL(action, at.url), isHome, { method: 'POST', body })
  }
  return at.url
}

/** Leaving at the provider itself, with its own form. */
async function leaveThere(jar: Jar) {
  const page = await jar.go(`${provider.issuer}/session/end`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.response.text())?.[1] ?? ''
  await jar.go(`${provider.issuer}/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
}

describe('with an outside provider', () => {
  test('AUTH-2 a person signs in there, comes back to where they were, and no token reaches the browser', async () => {
    const card = await aCard(app.needs)
    await app.needs.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'maren@provider.example' }, app.needs.clock.now()))
    const jar = aJar()
    const back = await signIn(jar, 'maren')

    expect(`${back.origin}${back.pathname}`).toBe(`${publicUrl}/maren/my-contacts`)
    expect(await claims(jar)).toMatchObject({ status: 200, email: 'maren@provider.example', amr: 'provider' })
    const host = new URL(publicUrl).host
    expect(jar.cookie(host, '__Host-session')).toMatch(/^[\w-]{43}$/)
    expect(jar.names(host).filter((name) => name.includes('login'))).toEqual([])
    const { rows } = await app.needs.db.execute(
      sql`select 1 from membership m join account a on a.id = m.account_id where a.email = 'maren@provider.example' and m.subject_id = ${card.id}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('the way there begins at one server and ends at another', async () => {
    const { databaseUrl, dataDir } = app.settings
    await using twin = await anApp({ settings: { databaseUrl, dataDir, publicUrl, trustProxy: true, ...provider.client } })
    inTurn.push(app, twin)
    try {
      const jar = aJar()
      await signIn(jar, 'maren')
      for (let time = 0; time < 2; time++) expect(await claims(jar)).toMatchObject({ status: 200, email: 'maren@provider.example' })
    } finally {
      inTurn.length = 0
    }
  })

  test('its cookie is lax, since the way back begins at another site', async () => {
    const { response } = await aJar().go(`${publicUrl}/bff/login?returnUrl=%2F`)
    expect(response.headers.getSetCookie().join()).toMatch(/^__Host-login-\w{10}=.*SameSite=Lax; Secure$/)
    const address = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/bff/callback`,
    })
    expect(address.searchParams.get('state')).toMatch(/.{20}/)
    expect(address.searchParams.get('nonce')).toMatch(/.{20}/)
  })

  test('somebody new gets an account, and no card with it', async () => {
    const jar = aJar()
    await signIn(jar, 'fresh')
    expect(await claims(jar)).toMatchObject({ email: 'fresh@provider.example', name: 'Fresh Face' })
    const { response } = await jar.go(`${publicUrl}/remote/api/carte/own-cards`, { headers: ours })
    expect(await response.json()).toEqual([])
  })

  test('an address that nobody verified makes no account for its real owner to fall into', async () => {
    const jar = aJar()
    const back = await signIn(jar, 'sly')
    expect(back.pathname + back.search).toBe('/account/login?problem=provider')
    const { rows } = await app.needs.db.execute(sql`select 1 from account where email = 'future@provider.example'`)
    expect(rows).toEqual([])
  })

  test('two logins of one browser that are under way at once both come home', async () => {
    const jar = aJar()
    await signIn(jar, 'maren')
    await jar.go(`${publicUrl}/bff/logout?sid=${(await claims(jar)).sid}`)
    const there = async () => (await jar.go(`${publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`)).response.headers.get('location') ?? ''
    const [first] = [await there(), await there()]
    const { url } = await jar.follow(first, ({ origin, pathname }) => origin === publicUrl && !pathname.startsWith('/bff/'))
    expect(url.pathname).toBe('/maren/home')
  })

  test('LIMIT a page elsewhere that begins logins without end shuts no browser out: the newest go on, and what each keeps is short', async () => {
    const jar = aJar()
    const { host } = new URL(publicUrl)
    const underWay = () => jar.names(host).filter((name) => name.includes('login-'))
    for (let popup = 0; popup < 8; popup++) {
      const newest = underWay().slice(-1)
      await jar.go(`${publicUrl}/bff/login?returnUrl=%2Fada%2Fhome%3F${'x'.repeat(1900)}`)
      expect(underWay().length).toBeLessThanOrEqual(3)
      expect(underWay()).toEqual(expect.arrayContaining(newest))
    }
    for (const name of underWay()) expect((jar.cookie(host, name) ?? '').length).toBeLessThan(1000)
    expect((await signIn(jar, 'maren')).pathname).toBe('/maren/my-contacts')
  })

  test.each([
    ['a list', '/maren/my-contacts?q=Ada+Lovelace&label=Fair&page=2', null],
    [
      'what is to be shared',
      `/maren/connect?${new URLSearchParams({ sharePayload: JSON.stringify({ shareLink: 'https://cards.example/s/abcdefgh' }) })}#from_auth=yes`,
      null,
    ],
    ['a search that is too long', `/maren/my-contacts?q=${'x'.repeat(400)}#top`, '/maren/my-contacts'],
    ['one in letters of two bytes', `/maren/my-contacts?q=${'ü'.repeat(200)}`, '/maren/my-contacts'],
    ['nowhere', `/maren/${'x'.repeat(400)}`, '/account'],
  ])('who comes from %s comes back to it, or to as much of it as is short enough', async (_, returnUrl, end) => {
    const jar = aJar()
    const at = await jar.follow(`${publicUrl}/bff/login?${new URLSearchParams({ returnUrl })}`, isHome)
    const { pathname, search, hash } = await fillIn(jar, at, 'maren')
    expect(pathname + search + hash).toBe(end ?? returnUrl)
  })

  describe('what a browser was to remember and was changed', () => {
    const spoilt: [string, (kept: Record<string, unknown>) => object][] = [
      ['without a way back', (kept) => ({ ...kept, returnUrl: undefined })],
      ['with one to another site', (kept) => ({ ...kept, returnUrl: '//evil.example' })],
      ['with one to a short link', (kept) => ({ ...kept, returnUrl: '/s/abcdefgh' })],
      ['with one that is none', (kept) => ({ ...kept, returnUrl: ['/ada'] })],
      ['without a word about silence', (kept) => ({ ...kept, isSilent: undefined })],
      ['with a number for its secret', (kept) => ({ ...kept, nonce: 7 })],
      ['as a list', (kept) => [kept]],
    ]
    test.each(spoilt)('%s lets nobody in, and nothing is written', async (_, spoil) => {
      const jar = aJar()
      await signIn(jar, 'maren')
      const { host } = new URL(publicUrl)
      await jar.go(`${publicUrl}/bff/logout?sid=${(await claims(jar)).sid}`)
      const { url } = await jar.follow(`${publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
      const [name = ''] = jar.names(host).filter((one) => one.includes('login-'))
      const kept = JSON.parse(Buffer.from(jar.cookie(host, name) ?? '', 'base64url').toString()) as Record<string, unknown>
      jar.put(host, name, Buffer.from(JSON.stringify(spoil(kept))).toString('base64url'))
      const sessions = async () => (await app.needs.db.execute(sql`select id from session`)).rows.length
      const before = await sessions()
      const { response } = await jar.go(url)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/account/login?problem=provider'])
      expect([await sessions(), (await claims(jar)).status]).toEqual([before, 401])
    })
  })

  test('an account that was here is joined only by an address the provider has verified', async () => {
    await app.needs.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'known@provider.example' }, app.needs.clock.now()))
    const jar = aJar()
    const back = await signIn(jar, 'vague')
    expect(back.pathname + back.search).toBe('/account/login?problem=provider')
    expect((await claims(jar)).status).toBe(401)
  })
  let card: { id: string }
  beforeAll(async () => {
    card = await aCard(app.needs)
  })

  test('AUTH-3 silent login asks there without a word: nobody, then somebody', async () => {
    const jar = aJar()
    const nobody = await jar.follow(`${publicUrl}/bff/silent-login`)
    expect(nobody.url.pathname).toBe('/bff/silent-login-callback')
    expect(await nobody.response?.text()).toContain('"isLoggedIn":false')

    await signIn(jar, 'maren')
    const { sid } = await claims(jar)
    await jar.go(`${publicUrl}/bff/user`, { headers: ours })
    // The session here is over, the one at the provider is not.
    await app.needs.db.execute(sql`delete from session where id = ${sid}`)
    const somebody = await jar.follow(`${publicUrl}/bff/silent-login`)
    expect(await somebody.response?.text()).toContain('"isLoggedIn":true')
    expect((await claims(jar)).status).toBe(200)
  })

  describe('on a device that was left open', () => {
    const doors = ['/bff/archive', '/remote/api/clients/connected-clients/export-all/csv']
    beforeAll(async () => {
      const { id: subjectId } = await aCard(app.needs)
      await app.needs.changes.write((tx) => addOwner(tx, { subjectId, email: people.sitter.email }, app.needs.clock.now()))
    })
    const opened = async (jar: Jar) => {
      const { response } = await jar.go(`${publicUrl}${doors[0]}`, { headers: ours })
      await response.arrayBuffer()
      return response.status
    }
    const pass = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    afterEach(() => void vi.useRealTimers())

    const signedInBefore = async (minutes: number) => {
      const jar = aJar()
      await signIn(jar, 'sitter')
      expect(await opened(jar)).toBe(200)
      jar.forget(new URL(publicUrl).host)
      if (minutes > 0) pass(minutes)
      return jar
    }

    test.each(doors)('AUTH-3 a silent login is in and opens no %s, however soon it came', async (door) => {
      const jar = await signedInBefore(0)
      await jar.follow(`${publicUrl}/bff/silent-login`)
      expect((await claims(jar)).status).toBe(200)
      const { response } = await jar.go(`${publicUrl}${door}`, { headers: ours })
      expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('sign-in-again')])
    })

    test('a silent login makes no account and joins none', async () => {
      const jar = aJar()
      await signIn(jar, 'shy')
      await app.needs.db.execute(sql`delete from account where email = 'shy@provider.example'`)
      const tries = async () => {
        jar.forget(new URL(publicUrl).host)
        const answer = await jar.follow(`${publicUrl}/bff/silent-login`)
        return (await answer.response?.text())?.includes('"isLoggedIn":true')
      }
      const known = () => app.needs.db.execute(sql`select email from account where email = 'shy@provider.example'`)
      expect([await tries(), (await known()).rows]).toEqual([false, []])

      await app.needs.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'shy@provider.example' }, app.needs.clock.now()))
      expect(await tries()).toBe(false)
      await jar.follow(`${publicUrl}/bff/login?returnUrl=%2F`, isHome)
      expect(await tries()).toBe(true)
    })

    test('a login that the provider waves through is as old as the one there', async () => {
      const jar = await signedInBefore(16)
      const { url } = await jar.follow(`${publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`, isHome)
      expect(url.pathname).toBe('/maren/home')
      expect([(await claims(jar)).status, await opened(jar)]).toEqual([200, 401])
    })

    test('who is asked for a fresh sign-in gives it at the provider, and is fresh', async () => {
      const jar = await signedInBefore(16)
      await jar.follow(`${publicUrl}/bff/login?returnUrl=%2F`, isHome)
      const asked = await jar.go(`${publicUrl}/bff/login?returnUrl=%2F&prompt=login`)
      const address = new URL(asked.response.headers.get('location') ?? '')
      expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
      const there = await jar.follow(address, isHome)
      expect(there.url.origin).toBe(provider.issuer)
      await fillIn(jar, there, 'sitter')
      expect(await opened(jar)).toBe(200)
    })

    test('a browser that leaves out what it was to ask for is refused, and what it was to remember gains it nothing', async () => {
      const jar = await signedInBefore(16)
      const strip = async () => {
        const { response } = await jar.go(`${publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome&prompt=login`)
        const address = new URL(response.headers.get('location') ?? '')
        for (const name of ['prompt', 'max_age']) address.searchParams.delete(name)
        return address
      }
      const refused = await jar.follow(await strip(), isHome)
      expect([refused.url.pathname, (await claims(jar)).status]).toEqual(['/account/login', 401])

      const address = await strip()
      const host = new URL(publicUrl).host
      const [name = ''] = jar.names(host).filter((one) => one.includes('login-'))
      const kept = JSON.parse(Buffer.from(jar.cookie(host, name) ?? '', 'base64url').toString()) as object
      jar.put(host, name, Buffer.from(JSON.stringify({ ...kept, isForced: false, isSilent: false })).toString('base64url'))
      await jar.follow(address, isHome)
      expect([(await claims(jar)).status, await opened(jar)]).toEqual([200, 401])
    })

    test('no word in the address makes a login silent', async () => {
      const { response } = await aJar().go(`${publicUrl}/bff/login?returnUrl=%2F&prompt=none`)
      expect(new URL(response.headers.get('location') ?? '').searchParams.has('prompt')).toBe(false)
    })
  })

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['a made-up code', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url: URL) => (url.search = `?error=server_error&state=${url.searchParams.get('state')}`)],
  ])('who comes back with %s is not signed in', async (_, spoil) => {
    const jar = aJar()
    await signIn(jar, 'maren')
    await jar.go(`${publicUrl}/bff/logout?sid=${(await claims(jar)).sid}`)
    const { url } = await jar.follow(`${publicUrl}/bff/login?returnUrl=%2Fmaren%2Fhome`, ({ pathname }) => pathname === '/bff/callback')
    expect(url.pathname).toBe('/bff/callback')
    spoil(url)
    const end = await jar.follow(url, ({ pathname }) => !pathname.startsWith('/bff/'))
    expect(end.url.pathname).toBe('/account/login')
    expect((await claims(jar)).status).toBe(401)
  })

  test('a way back that another browser began leads nowhere', async () => {
    const [jar, thief] = [aJar(), aJar()]
    await signIn(jar, 'maren')
    await jar.go(`${publicUrl}/bff/logout?sid=${(await claims(jar)).sid}`)
    const { url } = await jar.follow(`${publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
    await thief.follow(url, ({ pathname }) => !pathname.startsWith('/bff/'))
    expect((await claims(thief)).status).toBe(401)
  })

  test('AUTH-2 leaving here leads to leaving there, and back to a path of ours', async () => {
    const jar = aJar()
    await signIn(jar, 'maren')
    const { sid } = await claims(jar)
    const { response } = await jar.go(`${publicUrl}/bff/logout?sid=${sid}&returnUrl=%2Fmaren%2Fhome`)
    const there = new URL(response.headers.get('location') ?? '')
    expect(there.origin).toBe(provider.issuer)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/bff/logout`)
    expect((await claims(jar)).status).toBe(401)
    const back = await jar.go(`${publicUrl}/bff/logout?state=${encodeURIComponent('/maren/home')}`)
    expect(back.response.headers.get('location')).toBe('/maren/home')
    const evil = await jar.go(`${publicUrl}/bff/logout?state=${encodeURIComponent('//evil.example')}`)
    expect(evil.response.headers.get('location')).toBe('/')
  })

  test('back-channel logout ends that session and no other', async () => {
    const [one, other] = [aJar(), aJar()]
    await signIn(one, 'maren')
    await signIn(other, 'maren')
    const before = provider.backchannel.length
    await leaveThere(one)
    await eventually(() => expect(provider.backchannel.length).toBe(before + 1))
    expect(provider.backchannel.at(-1)).toEqual({ ok: true })
    expect([(await claims(one)).status, (await claims(other)).status]).toEqual([401, 200])
  })

  test('who left at the provider while they came back from it is not signed in', async () => {
    const jar = aJar()
    await signIn(jar, 'maren')
    await jar.go(`${publicUrl}/bff/logout?sid=${(await claims(jar)).sid}`)
    const { url } = await jar.follow(`${publicUrl}/bff/login?returnUrl=%2F`, ({ pathname }) => pathname === '/bff/callback')
    const before = provider.backchannel.length
    const coming = await app.needs.db.transaction(async (tx) => {
      // Known to the provider, and not yet here.
      await tx.execute(sql`lock table account_identity in access exclusive mode`)
      const callback = jar.go(url)
      const waiting = sql`select 1 from pg_locks where relation = 'account_identity'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await eventually(async () => expect((await tx.execute(waiting)).rows).toHaveLength(1))
      await leaveThere(jar)
      await eventually(() => expect(provider.backchannel.slice(before)).toEqual([{ ok: true }]))
      return { callback }
    })
    expect((await coming.callback).response.headers.get('location')).toBe('/account/login?problem=provider')
    expect((await claims(jar)).status).toBe(401)
    await signIn(jar, 'maren')
    expect((await claims(jar)).status).toBe(200)
  })

  test('a logout token that nobody signed is not believed', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const forged = `${part({ alg: 'none' })}.${part({ iss: provider.issuer, aud: 'carte', sub: 'maren', iat: 1, jti: 'x', events })}.`
    for (const logout_token of ['', 'x', 'a.b.c', forged]) {
      const answer = await app.ask('/bff/backchannel', { method: 'POST', body: new URLSearchParams({ logout_token }) })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    }
  })

  test('who tells of a logout and goes away in the middle is no fault of ours, and no database that is away; too much is refused', async () => {
    const gone = new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('logout_token=abc'))
        body.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    // Node wants it said that the body goes before the answer comes; the types of the DOM do not know it.
    const half: object = { duplex: 'half' }
    const told = (body: BodyInit) =>
      app.ask('/bff/backchannel', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body, ...half })
    const answer = await told(gone)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ detail: 'The body did not arrive whole.' })])
    expect((await told(`logout_token=${'x'.repeat(16_000)}`)).status).toBe(413)
  })

  test('there is no second way in by a password or a mailed link', async () => {
    for (const [path, body] of [
      ['/bff/sign-in', { email: 'maren@provider.example', password: 'x' }],
      ['/bff/request-link', { email: 'maren@provider.example' }],
      ['/bff/sign-up', { email: 'x@example.com', name: 'X' }],
    ] as const) {
      const answer = await app.ask(path, {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, path).toBe(404)
    }
  })

  test('a link that was mailed before the provider came opens nothing; one that an operator makes is the way back in', async () => {
    const card = await aCard(app.needs)
    const email = 'way.back@provider.example'
    await app.needs.changes.write((tx) => addOwner(tx, { subjectId: card.id, email }, app.needs.clock.now()))
    const post = (path: string, body: object) =>
      app.ask(path, { method: 'POST', headers: { ...ours, 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const link = async (purpose: 'sign-in' | 'reset', isOperators = false) =>
      (await makeSignInLink(app.needs, email, { purpose, isOperators, endsOthers: false }))?.token ?? ''
    const { token: signUp } = await makeSignUpLink(app.needs, { email: 'x@example.com', name: 'X', language: 'en' }, '/account')
    const operators = await link('sign-in', true)

    const password = 'Open-Sesame-1'
    for (const token of [await link('sign-in'), await link('reset'), signUp, operators])
      expect((await post('/bff/reset-password', { token, password })).status).toBe(404)
    for (const token of [await link('sign-in'), await link('reset'), signUp])
      expect((await post('/bff/use-link', { token })).status).toBe(410)
    const back = await post('/bff/use-link', { token: operators })
    expect([back.status, back.headers.getSetCookie().map((text) => text.split('=')[0])]).toEqual([200, ['__Host-session']])
    expect((await post('/bff/use-link', { token: operators })).status).toBe(410)
  })
})

test('a provider that does not answer is a 503 in words, and silence for silent login', async () => {
  await using alone = await anApp({ settings: { oidcIssuer: 'http://127.0.0.1:1', oidcClientId: 'carte' } })
  const login = await alone.ask('/bff/login?returnUrl=%2F')
  expect([login.status, await login.json()]).toEqual([
    503,
    expect.objectContaining({ detail: 'The login service does not answer just now.' }),
  ])
  expect(await (await alone.ask('/bff/silent-login')).text()).toContain('"isLoggedIn":false')
})
