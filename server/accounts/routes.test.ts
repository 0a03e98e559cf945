import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { isProblem } from '#contract/api.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { mailLink } from '#server/accounts/mailed-links/mail-link.job.ts'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { changeMail } from '#server/accounts/sign-in/mail-change.job.ts'
import { newId } from '#server/database/new-id.ts'
import { updateAccount } from '#server/accounts/account-store.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'

let app: TestApp
const mails: Mail[] = []
let now = new Date('2026-06-01T12:00:00Z')
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ settings: { trustProxy: true }, outside: { mailer, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const csrfHeaders = { 'x-csrf': '1', 'content-type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.ask(path, { method: 'POST', headers: { ...csrfHeaders, ...headers }, body: JSON.stringify(body) })
const cookieIn = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const mailTo = async (email: string) => {
  await app.deps.jobs.settle()
  return mails.filter(({ to }) => to === email)
}
const advance = (ms: number) => (now = new Date(now.getTime() + ms))
const minute = 60_000
const day = 24 * 60 * minute

let number = 0
/** An owner with a password, and their card. */
async function anOwner(password = 'Open-Sesame-1') {
  const email = `person${number++}@example.com`
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  await updateAccount(app.deps.db, owner.accountId, { email, passwordHash: await hashPassword(password) })
  return { ...owner, email, card, password }
}

describe('signing in with a password', () => {
  test('AUTH-2 sets a session cookie that is HttpOnly, SameSite and host-only', async () => {
    const { email, password } = await anOwner()
    const answer = await post('/bff/sign-in', { email: ` ${email.toUpperCase()} `, password, returnUrl: '/maren/my-contacts' })

    expect(await answer.json()).toEqual({ success: 1, message: '', returnUrl: '/maren/my-contacts' })
    const [session, known, ...more] = answer.headers.getSetCookie()
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    expect(known).toMatch(/^__Host-known=[\w.-]{100,130}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    expect([more, known?.includes('person')]).toEqual([[], false])
    const user = await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie: cookieIn(answer) } })
    expect(user.status).toBe(200)
  })

  test('AUTH-8 an unknown email, a wrong password and no password get the same error', async () => {
    const { email } = await anOwner()
    const { email: without } = await signedIn(app, (await aCard(app.deps)).id)
    const tries = [
      { email: 'nobody@example.com', password: 'Open-Sesame-1' },
      { email, password: 'Open-Sesame-2' },
      { email: without, password: 'Open-Sesame-1' },
    ]
    const answers = await Promise.all(
      tries.map(async (input) => {
        const answer = await post('/bff/sign-in', input)
        const { requestId: _, ...body } = (await answer.json()) as { requestId: string }
        return { status: answer.status, body, cookie: answer.headers.get('set-cookie') }
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual({
      status: 401,
      body: { success: 0, message: 'Incorrect email or password.', type: '/problems/login-failed' },
      cookie: null,
    })
  })

  test('AUTH-8 an unknown email costs the same password hash as a known one', async () => {
    const { email } = await anOwner()
    // Makes the hash that unknown emails are compared with.
    await post('/bff/sign-in', { email: 'warm@example.com', password: 'x' })
    const hash = vi.spyOn(crypto, 'argon2')
    syncBuiltinESMExports()
    const costOf = async (input: object) => {
      hash.mockClear()
      await post('/bff/sign-in', input)
      return hash.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => ({
        algorithm,
        memory,
        passes,
        parallelism,
        tagLength,
      }))
    }
    try {
      const known = await costOf({ email, password: 'Guess-1' })
      expect(known).toHaveLength(1)
      expect(await costOf({ email: 'stranger@example.com', password: 'Guess-1' })).toEqual(known)
    } finally {
      hash.mockRestore()
      syncBuiltinESMExports()
    }
  })

  test('password guessing is rate limited, and the owner can still log in by a link', async () => {
    const { email } = await anOwner()
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++) statuses.push((await post('/bff/sign-in', { email, password: `Guess-${guess}` })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await post('/bff/sign-in', { email, password: 'x' })).headers.get('retry-after')).toMatch(/^\d+$/)

    expect((await post('/bff/request-link', { email })).status).toBe(200)
    const used = await post('/bff/use-link', { token: tokenIn((await mailTo(email)).at(-1)) })
    expect(used.status).toBe(200)
  })

  test('AUTH-5 rejects requests from another site', async () => {
    const { email, password } = await anOwner()
    const body = JSON.stringify({ email, password })
    const without = await app.ask('/bff/sign-in', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const foreign = await app.ask('/bff/sign-in', { method: 'POST', headers: { ...csrfHeaders, 'sec-fetch-site': 'cross-site' }, body })
    expect([without.status, foreign.status]).toEqual([403, 403])
    expect(without.headers.get('set-cookie')).toBeNull()
  })
})

describe('a session', () => {
  test('AUTH-2 returns claims, with the logout address', async () => {
    const { email, call, sessionId, accountId } = await anOwner()
    const claims = Object.fromEntries((await call('accounts.user')).map(({ type, value }) => [type, value]))
    expect(claims).toMatchObject({
      sub: accountId,
      sid: sessionId,
      email,
      name: 'Ada Winter',
      'bff:logout_url': `/bff/logout?sid=${sessionId}`,
    })
    expect(claims['bff:session_expires_in']).toBe(14 * 24 * 3600)
  })

  test('AUTH-2 a visitor gets a 401 with Status and Claims', async () => {
    const answer = await app.ask('/bff/user', { headers: csrfHeaders })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ Status: 'NotAuthenticated', Claims: [] })
  })

  test('AUTH-3 claims are invalid on another owner’s card', async () => {
    const { call, card, email } = await anOwner()
    const other = await aCard(app.deps)
    const keyOf = async (alias: string) => {
      const answer = (await app.call('cards.read', { params: { alias } }))['{product}']
      return 'key' in answer ? answer.key : ''
    }
    await expect(call('accounts.user', { query: { uId: await keyOf(card.alias) } })).resolves.toContainEqual({
      type: 'email',
      value: email,
    })
    const error: unknown = await call('accounts.user', { query: { uId: await keyOf(other.alias) } }).catch((thrown: unknown) => thrown)
    expect(isProblem(error) && error.problem).toMatchObject({ status: 401, Status: 'Invalid' })
  })

  test('ends after 14 days without use, and after 60 days in any case', async () => {
    const status = async ({ ask }: { ask: TestApp['ask'] }) => (await ask('/bff/sessions', { headers: csrfHeaders })).status
    const idle = await anOwner()
    advance(13 * day)
    expect(await status(idle)).toBe(200)
    advance(13 * day)
    expect(await status(idle)).toBe(200)
    advance(14 * day)
    expect(await status(idle)).toBe(401)

    const busy = await anOwner()
    for (let week = 0; week < 8; week++) {
      advance(7 * day)
      expect(await status(busy)).toBe(200)
    }
    advance(5 * day)
    expect(await status(busy)).toBe(401)
  })

  test('is not extended by polling', async () => {
    const { call } = await anOwner()
    advance(10 * day)
    await call('accounts.user', { query: { slide: 'false' } })
    advance(5 * day)
    await expect(call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } })
  })

  test('replaces its token hourly; the previous one ends when the new one is used', async () => {
    const { cookie } = await anOwner()
    advance(61 * minute)
    const exchanged = await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie } })
    const next = cookieIn(exchanged)
    expect(next).toMatch(/^__Host-session=/)
    expect(next).not.toBe(cookie)
    const status = async (sent: string) => (await app.ask('/bff/sessions', { headers: { ...csrfHeaders, cookie: sent } })).status
    expect([await status(cookie), await status(next)]).toEqual([200, 200])
    advance(2 * minute)
    expect([await status(next), await status(cookie)]).toEqual([200, 401])
  })

  test('survives a lost response with a new token: the previous token gets another', async () => {
    const { cookie } = await anOwner()
    advance(61 * minute)
    await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie } })
    advance(5 * minute)
    const again = await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie } })
    expect(again.status).toBe(200)
    const next = cookieIn(again)
    expect(next).toMatch(/^__Host-session=/)
    advance(2 * minute)
    expect((await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie: next } })).status).toBe(200)
  })

  test('stores only hashes: a copy of the database grants no access', async () => {
    const { cookie } = await anOwner()
    const token = cookie.split('=')[1] ?? ''
    const { rows } = await app.deps.db.execute(sql`select row_to_json(s)::text as row from session s`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('an invalid cookie grants no access', async () => {
    for (const cookie of [
      '__Host-session=',
      '__Host-session=x',
      `__Host-session=${'a'.repeat(4000)}`,
      '__Host-session=%00',
      'session=abc; __Host-session',
    ]) {
      expect((await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie } })).status, cookie.slice(0, 30)).toBe(401)
    }
  })

  test('is listed with the others, and can be ended', async () => {
    const { email, card, call, ...first } = await anOwner()
    const second = await signedInAs(app, email)
    const stranger = await signedIn(app, card.id)

    const listed = await call('accounts.sessions')
    expect(listed.map(({ id, isThisOne }) => [id, isThisOne])).toEqual(
      expect.arrayContaining([
        [first.sessionId, true],
        [second.sessionId, false],
      ]),
    )
    expect(listed).toHaveLength(2)
    await expect(call('accounts.endSession', { input: { id: stranger.sessionId } })).rejects.toMatchObject({ problem: { status: 404 } })
    await call('accounts.endSession', { input: { id: 'others' } })
    await expect(second.call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } })
    await expect(call('accounts.user')).resolves.toContainEqual({ type: 'sid', value: first.sessionId })
    await expect(stranger.call('accounts.user')).resolves.toContainEqual({ type: 'sid', value: stranger.sessionId })
  })
})

describe('what an owner reads of their own card', () => {
  test('is not cached for visitors; the owner gets no visitor’s cached response', async () => {
    const { ask, card } = await anOwner()
    await app.deps.changes.write(async (tx, notify) => {
      await tx.execute(sql`update subject set settings = '{"connectClientsSetting": {"applyTags": "Open house"}}' where id = ${card.id}`)
      notify(`card:${card.id}`)
    })
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    const tags = async (answer: Promise<Response>) => JSON.stringify(await (await answer).json()).includes('Open house')
    const [first, own, second] = await Promise.all([tags(app.ask(path)), tags(ask(path)), tags(app.ask(path))])
    expect([first, own, second]).toEqual([false, true, false])
    expect([await tags(ask(path)), await tags(app.ask(path))]).toEqual([true, false])
    expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
  })
})

describe('logging out', () => {
  test('AUTH-2 by the address in the claims ends the session and stays on this site', async () => {
    const { ask, sessionId } = await anOwner()
    const left = await ask(`/bff/logout?sid=${sessionId}&returnUrl=%2Fmaren%2Fhome`)
    expect([left.status, left.headers.get('location')]).toEqual([302, '/maren/home'])
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await ask('/bff/user', { headers: csrfHeaders })).status).toBe(401)
  })

  test('a foreign sid ends nothing, and redirects stay on this site', async () => {
    const { ask, sessionId } = await anOwner()
    expect((await ask('/bff/logout?sid=018f0000-0000-7000-8000-000000000000')).status).toBe(400)
    expect((await app.ask(`/bff/logout?returnUrl=${encodeURIComponent('/maren/home?q=你好')}`)).headers.get('location')).toBe(
      '/maren/home?q=%E4%BD%A0%E5%A5%BD',
    )
    for (const returnUrl of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\nb']) {
      const answer = await ask(`/bff/logout?sid=${sessionId}&returnUrl=${encodeURIComponent(returnUrl)}`)
      expect(answer.status, returnUrl).toBeGreaterThanOrEqual(400)
    }
    expect((await ask('/bff/user', { headers: csrfHeaders })).status).toBe(200)
  })
})

describe('an account', () => {
  test('AUTH-8 is created by the emailed link, verified, with a valid password', async () => {
    const email = 'new.person@example.com'
    expect(await (await post('/bff/sign-up', { name: 'New Person', email })).json()).toMatchObject({ success: 1 })
    const { rows: before } = await app.deps.db.execute(sql`select 1 from account where email = ${email}`)
    expect(before).toEqual([])

    const [mail] = await mailTo(email)
    expect(mail?.text).toContain(`${app.settings.publicUrl}/account/password?link=sign-up&token=`)
    const token = tokenIn(mail)
    const weak = await post('/bff/reset-password', { token, password: 'alllowercase1' })
    expect([weak.status, await weak.json()]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining('an uppercase letter') }),
    ])

    const made = await post('/bff/reset-password', { token, password: 'Good-Enough-1' })
    expect(made.status).toBe(200)
    const user = await app.ask('/bff/user', { headers: { ...csrfHeaders, cookie: cookieIn(made) } })
    expect(await user.json()).toEqual(
      expect.arrayContaining([
        { type: 'name', value: 'New Person' },
        { type: 'email', value: email },
      ]),
    )
    expect((await post('/bff/sign-in', { email, password: 'Good-Enough-1' })).status).toBe(200)
    expect((await post('/bff/reset-password', { token, password: 'Good-Enough-2' })).status).toBe(410)
  })

  test.each([
    ['Password1', 'too common'],
    ['P@ssw0rd2036!', 'too common'],
    ['Carte-2036', 'too easy to guess'],
    ['Holloway99', 'too easy to guess'],
    ['Quill-Box-36', 'too easy to guess'],
    ['M4ren-H0lloway', 'too easy to guess'],
    ['Juniper_Ledger1', 'too easy to guess'],
    ['Tern-Cove-1', 'too easy to guess'],
  ])('AUTH-8 the guessable password %s is rejected, and the link stays valid', async (guessable, why) => {
    const email = `quillbox${number++}@box.example`
    const fields = { firstName: 'Maren', lastName: 'Holloway', companyName: 'Juniper & Ledger', alias: `tern-cove-${number}` }
    const owner = await signedIn(app, (await aCard(app.deps, fields)).id)
    await updateAccount(app.deps.db, owner.accountId, { email })
    const token = (await makeSignInLink(app.deps, email, { purpose: 'reset', endsOthers: false }))?.token ?? ''

    const rejected = await post('/bff/reset-password', { token, password: guessable })
    expect([rejected.status, await rejected.json()]).toEqual([
      422,
      expect.objectContaining({ success: 0, message: expect.stringContaining(why) }),
    ])
    expect((await post('/bff/reset-password', { token, password: 'Holloway-Quiet-River-7' })).status).toBe(200)
  })

  test('AUTH-8 every one of 200 characters counts, blanks too', async () => {
    const email = `long${number++}@example.com`
    const owner = await signedIn(app, (await aCard(app.deps)).id)
    await updateAccount(app.deps.db, owner.accountId, { email, emailVerifiedAt: now })
    const token = (await makeSignInLink(app.deps, email, { purpose: 'reset', endsOthers: false }))?.token ?? ''
    const long = ` ${'Quiet-River-7 '.repeat(14)} é `
    expect(long).toHaveLength(200)
    expect((await post('/bff/reset-password', { token, password: long })).status).toBe(200)
    const status = async (password: string) => (await post('/bff/sign-in', { email, password })).status
    expect([await status(long), await status(long.trim()), await status(long.toLowerCase())]).toEqual([200, 401, 401])
  })

  test('AUTH-8 an existing guessable password still works', async () => {
    const { email, accountId } = await anOwner()
    await updateAccount(app.deps.db, accountId, { passwordHash: await hashPassword('Password1') })
    expect((await post('/bff/sign-in', { email, password: 'Password1' })).status).toBe(200)
  })

  test('AUTH-8 sign-up, link and reset requests don’t reveal whether there is an account', async () => {
    for (const path of ['/bff/sign-up', '/bff/request-link', '/bff/request-reset']) {
      const { email } = await anOwner()
      const answers = await Promise.all(
        [email, `nobody${number++}@example.com`].map(async (each) => {
          const answer = await post(path, path === '/bff/sign-up' ? { name: 'Ada', email: each } : { email: each })
          return [answer.status, await answer.json()]
        }),
      )
      expect(answers[0]).toEqual(answers[1])
    }
  })

  test('a sign-up with a known email mails its owner; unknown ones get no other mail', async () => {
    const { email } = await anOwner()
    await post('/bff/sign-up', { name: 'Ada', email })
    expect((await mailTo(email)).at(-1)?.subject).toContain('You already have a Carte account')
    await post('/bff/request-link', { email: 'stranger@example.com' })
    await post('/bff/request-reset', { email: 'stranger@example.com' })
    expect(await mailTo('stranger@example.com')).toEqual([])
  })

  test('requests for one mailbox are rate limited', async () => {
    const { email } = await anOwner()
    const statuses: number[] = []
    for (let request = 0; request < 4; request++) statuses.push((await post('/bff/request-link', { email })).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('mails to one mailbox have a daily limit, and earlier links stay valid', async () => {
    const { email } = await anOwner()
    for (let request = 0; request < 45; request++)
      await app.deps.jobs.enqueue(
        app.deps.db,
        'accounts.mail-link',
        { purpose: 'sign-in', email, name: '', language: 'en', returnUrl: '/account', requestId: `${email} ${request}` },
        { key: `${email} ${request}` },
      )
    const got = await mailTo(email)
    expect(got).toHaveLength(40)
    expect((await post('/bff/use-link', { token: tokenIn(got[0]) })).status).toBe(200)
  })

  test('retries while the mail server is unavailable don’t count toward the daily limit', async () => {
    const { email } = await anOwner()
    let sent = 0
    let isUnavailable = true
    const send = async () => {
      if (isUnavailable) throw new Error('The mail server is unavailable')
      sent++
    }
    const job = mailLink({ ...app.deps, mailer: { send, [Symbol.asyncDispose]: async () => {} } })
    const data = { purpose: 'sign-in' as const, email, name: '', language: 'en', returnUrl: '/account' }
    for (let tries = 0; tries < 42; tries++) await expect(job.run({ ...data, requestId: email })).rejects.toThrow('unavailable')
    isUnavailable = false
    await job.run({ ...data, requestId: email })
    for (let request = 0; request < 42; request++) await job.run({ ...data, requestId: `${email} ${request}` })
    expect(sent).toBe(40)
  })

  test('signing in ends the browser’s earlier session', async () => {
    const { email, password, cookie } = await anOwner()
    const answer = await post('/bff/sign-in', { email, password }, { cookie })
    expect(answer.status).toBe(200)
    expect((await app.ask('/bff/sessions', { headers: { ...csrfHeaders, cookie } })).status).toBe(401)
  })

  test('AUTH-8 a password reset ends every session', async () => {
    const { email, call } = await anOwner()
    await post('/bff/request-reset', { email })
    const reset = await post('/bff/reset-password', { token: tokenIn((await mailTo(email)).at(-1)), password: 'Brand-New-9' })
    expect(reset.status).toBe(200)
    await expect(call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } })
    expect((await post('/bff/sign-in', { email, password: 'Open-Sesame-1' })).status).toBe(401)
    expect((await post('/bff/sign-in', { email, password: 'Brand-New-9' })).status).toBe(200)
  })

  test('a password reset invalidates other links, lists the passkeys and is mailed once', async () => {
    const { email, accountId } = await anOwner()
    await insertPasskey(app.deps.db, {
      accountId,
      id: newId(),
      credentialId: `key of ${email}`,
      publicKey: Buffer.from('key'),
      signCount: 0,
      transports: [],
      name: 'Ada’s phone',
      createdAt: now,
    })
    await updateAccount(app.deps.db, accountId, { language: 'ro' })
    await post('/bff/request-link', { email })
    const otherLink = tokenIn((await mailTo(email)).at(-1))
    await post('/bff/request-reset', { email })
    const reset = await post('/bff/reset-password', { token: tokenIn((await mailTo(email)).at(-1)), password: 'Brand-New-9' })
    expect(await reset.json()).toMatchObject({ passkeys: [{ name: 'Ada’s phone', createdAt: now.toISOString(), usedAt: null }] })
    expect((await post('/bff/use-link', { token: otherLink })).status).toBe(410)

    const changeMails = (await mailTo(email)).filter(({ subject }) => subject.startsWith('Parola contului'))
    expect(changeMails).toHaveLength(1)
    expect(changeMails[0]?.text).toContain(`${app.settings.publicUrl}/account/forgot`)
  })

  test('a password reset invalidates a sign-up from before the account existed', async () => {
    const email = `early${number++}@example.com`
    await post('/bff/sign-up', { name: 'Ada', email })
    const signUpLink = tokenIn((await mailTo(email)).at(-1))
    const card = await aCard(app.deps)
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email }, now))
    await post('/bff/request-reset', { email })
    const reset = await post('/bff/reset-password', { token: tokenIn((await mailTo(email)).at(-1)), password: 'Brand-New-9' })
    expect(reset.status).toBe(200)
    expect((await post('/bff/use-link', { token: signUpLink })).status).toBe(410)
  })

  test.each(['en', 'fr', 'ro'])('each change of a login method has a mail of its own (%s)', (language) => {
    const changes = ['passkey-added', 'passkey-removed', 'password-changed', 'taken-over'] as const
    const letters = changes.map((change) => changeMail(change, { language, productName: 'Carte', address: 'https://x.example' }))
    expect(new Set(letters.map(({ subject }) => subject)).size).toBe(4)
    for (const { subject, text } of letters) expect(subject + text).not.toMatch(/[{}]/)
  })

  test.each([
    [{ 'accept-language': 'fr-BE,en;q=0.5' }, 'Votre lien de connexion à Carte'],
    [{ 'accept-language': 'fr-BE', cookie: 'language=ro' }, 'Linkul tău de autentificare la Carte'],
    [{ 'accept-language': 'eo' }, 'Your Carte login link'],
  ])('LANG-1 a link is mailed in the language of the page that requested it: %j', async (headers, subject) => {
    const { email } = await anOwner()
    await post('/bff/request-link', { email }, headers)
    expect((await mailTo(email)).at(-1)).toMatchObject({ subject })
  })

  test('a change is mailed once', async () => {
    const { email, accountId } = await anOwner()
    const change = { accountId, change: 'passkey-added', changeId: 'the same' } as const
    for (const key of ['once', 'again']) await app.deps.jobs.enqueue(app.deps.db, 'accounts.mail-change', change, { key })
    expect(await mailTo(email)).toHaveLength(1)
  })

  test('AUTH-8 a login link works once, within 15 minutes', async () => {
    const { email } = await anOwner()
    await post('/bff/request-link', { email, returnUrl: '/maren/analytics' })
    const token = tokenIn((await mailTo(email)).at(-1))
    const used = await Promise.all([post('/bff/use-link', { token }), post('/bff/use-link', { token })])
    expect(used.map(({ status }) => status).sort()).toEqual([200, 410])
    const right = used.find(({ status }) => status === 200)
    expect(await right?.json()).toMatchObject({ returnUrl: '/maren/analytics' })

    advance(2 * minute)
    await post('/bff/request-link', { email })
    const expiredLink = tokenIn((await mailTo(email)).at(-1))
    advance(15 * minute)
    expect((await post('/bff/use-link', { token: expiredLink })).status).toBe(410)
  })
})

describe('a mailed link works only for its purpose', () => {
  const password = 'Quiet-River-7'
  /** Each time from another client address, so that no rate limit applies. */
  const postFromElsewhere = (path: string, body: object) => post(path, body, { 'x-forwarded-for': `10.0.0.${number++}` })
  const uses = {
    '/bff/use-link': (token: string) => postFromElsewhere('/bff/use-link', { token }),
    '/bff/reset-password': (token: string) => postFromElsewhere('/bff/reset-password', { token, password }),
    '/bff/cancel-deletion': (token: string) => postFromElsewhere('/bff/cancel-deletion', { token }),
  }
  const kinds: [kind: string, opens: (keyof typeof uses)[], make: (email: string) => Promise<string>][] = [
    ['login', ['/bff/use-link'], mailedBy('/bff/request-link')],
    ['login for a repeated sign-up', ['/bff/use-link'], mailedBy('/bff/sign-up', { name: 'Ann' })],
    [
      "administrator's login",
      ['/bff/use-link'],
      async (email) => (await makeSignInLink(app.deps, email, { isMadeByAdmin: true }))?.token ?? '',
    ],
    ['reset', ['/bff/reset-password'], mailedBy('/bff/request-reset')],
    [
      'sign-up',
      ['/bff/use-link', '/bff/reset-password'],
      async () => mailedBy('/bff/sign-up', { name: 'Ann' })(`new${number++}@example.com`),
    ],
  ]
  function mailedBy(path: string, more = {}) {
    return async (email: string) => {
      await postFromElsewhere(path, { email, ...more })
      return tokenIn((await mailTo(email)).at(-1))
    }
  }

  test.each(kinds)('%s', async (_, opens, make) => {
    for (const [path, use] of Object.entries(uses)) {
      const token = await make((await anOwner()).email)
      expect(token).toMatch(/^[\w-]{43}$/)
      const answer = await use(token)
      const isMeant = opens.some((one) => one === path)
      // A rejected link is not consumed.
      const after = await uses[opens[0] ?? '/bff/use-link'](token)
      expect([path, answer.ok, answer.headers.getSetCookie().length > 0, after.ok]).toEqual([path, isMeant, isMeant, !isMeant])
    }
  })

  test('only a new account’s link leads to a page where the password is optional', async () => {
    const { email } = await anOwner()
    await post('/bff/request-reset', { email })
    expect((await mailTo(email)).at(-1)?.text).toMatch(/\/account\/password\?token=/)
    const fresh = `new${number++}@example.com`
    await post('/bff/sign-up', { email: fresh, name: 'Ann' })
    expect((await mailTo(fresh)).at(-1)?.text).toMatch(/\/account\/password\?link=sign-up&token=/)
  })
})

describe('the /bff addresses of a browser', () => {
  test('AUTH-1 login redirects to the form, or back if already logged in', async () => {
    const { ask } = await anOwner()
    expect((await app.ask('/bff/login?returnUrl=%2Fmaren%2Fanalytics')).headers.get('location')).toBe(
      '/account/login?returnUrl=%2Fmaren%2Fanalytics',
    )
    expect((await ask('/bff/login?returnUrl=%2Fmaren%2Fanalytics')).headers.get('location')).toBe('/maren/analytics')
    expect((await ask('/bff/login?returnUrl=%2Fa&prompt=login')).headers.get('location')).toBe('/account/login?returnUrl=%2Fa&prompt=login')
    // The page names the action that requires a recent login; an unknown reason is dropped.
    const led = async (why: string) => (await ask(`/bff/login?returnUrl=%2Fa&prompt=login&why=${why}`)).headers.get('location')
    expect([await led('export'), await led('else')]).toEqual([
      '/account/login?returnUrl=%2Fa&prompt=login&why=export',
      '/account/login?returnUrl=%2Fa&prompt=login',
    ])
    expect((await app.ask('/bff/login?returnUrl=%2F%2Fevil.example')).status).toBe(422)
  })

  test('AUTH-3 silent login posts to this site only, in a page only it may frame', async () => {
    const { ask } = await anOwner()
    const [visitor, owner] = await Promise.all([app.ask('/bff/silent-login?uId=x'), ask('/bff/silent-login?uId=x')])
    expect(await visitor.text()).toContain(`postMessage({"source":"bff-silent-login","isLoggedIn":false}, "${app.settings.publicUrl}")`)
    // The key names no card of the caller: on its pages they aren't logged in.
    expect(await owner.text()).toContain('"isLoggedIn":false')
    expect(await (await ask('/bff/silent-login')).text()).toContain('"isLoggedIn":true')
    expect(owner.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'/,
    )
    expect(owner.headers.get('cache-control')).toBe('no-store')
  })

  test('the provider endpoints are 404 without an identity provider', async () => {
    expect((await app.ask('/bff/callback?code=x&state=y')).status).toBe(404)
    expect((await app.ask('/bff/backchannel', { method: 'POST', body: new URLSearchParams({ logout_token: 'x' }) })).status).toBe(404)
  })
})
