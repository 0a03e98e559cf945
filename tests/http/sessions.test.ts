import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { updateAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { readKnownBrowser } from '#server/accounts/sign-in/known-browser.ts'
import { makeSignInLink, makeSignUpLink } from '#server/accounts/mailed-links/make-link.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { aCard } from '../factories/cards.ts'
import { aNewPasskey, aPasskey } from '../harness/a-passkey.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { meanwhile } from '../harness/meanwhile.ts'
import { signedIn } from '../harness/signed-in.ts'
import { eventually } from '../harness/eventually.ts'

/** Two servers on one database. */
let app: TestApp
let otherServer: TestApp
const start = new Date('2036-06-15T12:00:00Z')
let now = start
beforeAll(async () => {
  const outside = { clock: { now: () => now } }
  app = await anApp({ settings: { trustProxy: true }, outside })
  const { databaseUrl, dataDir } = app.settings
  otherServer = await anApp({ settings: { databaseUrl, dataDir, trustProxy: true }, outside })
})
afterAll(async () => {
  await otherServer[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const password = 'Open-Sesame-1'
let number = 0
async function anOwner() {
  const email = `sitter${number++}@example.com`
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  await updateAccount(app.deps.db, owner.accountId, { email, passwordHash: await hashPassword(password) })
  return { ...owner, email, card }
}

/** Each from a separate address, as an attacker has many. */
let address = 0
const fromAnywhere = () => ({ 'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}` })
const post = (path: string, body: object, headers: Record<string, string> = {}, server = app) =>
  server.ask(path, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/json', ...fromAnywhere(), ...headers },
    body: JSON.stringify(body),
  })
const cookieIn = (answer: Response) => /__Host-session=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
const isLoggedIn = async (token: string, server = app) =>
  (await server.ask('/bff/user?slide=false', { headers: { 'x-csrf': '1', cookie: `__Host-session=${token}` } })).status === 200
const linkFor = async (email: string, purpose: 'sign-in' | 'reset' = 'sign-in') =>
  (await makeSignInLink(app.deps, email, { purpose, endsOthers: false }))?.token ?? ''

describe('a session ID that a visitor sends', () => {
  test.each(['password', 'link', 'reset', 'sign-up'])('is never adopted by a login with %s', async (way) => {
    const { email } = await anOwner()
    const chosen = 'A'.repeat(43)
    const cookie = `__Host-session=${chosen}; session=${chosen}`
    const fresh = `new${number++}@example.com`
    const answers: Record<string, () => Promise<Response>> = {
      password: () => post('/bff/sign-in', { email, password }, { cookie }),
      link: async () => post('/bff/use-link', { token: await linkFor(email) }, { cookie }),
      reset: async () => post('/bff/reset-password', { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }, { cookie }),
      'sign-up': async () => {
        const { token } = await makeSignUpLink(app.deps, { email: fresh, name: 'New', language: 'en' }, '/account')
        return post('/bff/reset-password', { token, password: 'Another-Word-1' }, { cookie })
      },
    }
    const newCookie = cookieIn((await answers[way]?.()) ?? new Response())
    expect(newCookie).toMatch(/^[\w-]{43}$/)
    expect(newCookie).not.toBe(chosen)
    expect([await isLoggedIn(newCookie), await isLoggedIn(chosen)]).toEqual([true, false])
  })

  test('of another person is replaced in this browser, and stays valid in theirs', async () => {
    const [attacker, owner] = [await anOwner(), await anOwner()]
    const answer = await post('/bff/sign-in', { email: owner.email, password }, { cookie: attacker.cookie })
    expect(await isLoggedIn(cookieIn(answer))).toBe(true)
    // The browser's earlier session ends, so a planted cookie is worthless.
    expect((await attacker.ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe(401)
    expect(cookieIn(answer)).not.toBe(attacker.cookie.split('=')[1])
  })
})

describe('single-use links and tokens', () => {
  test.each(['sign-in', 'reset', 'sign-up'] as const)('a %s link works for one of many concurrent clicks', async (purpose) => {
    const { email } = await anOwner()
    const token =
      purpose === 'sign-up'
        ? (await makeSignUpLink(app.deps, { email: `once${number++}@example.com`, name: '', language: 'en' }, '/account')).token
        : await linkFor(email, purpose)
    const [path, body] =
      purpose === 'sign-in' ? ['/bff/use-link', { token }] : ['/bff/reset-password', { token, password: 'Another-Word-1' }]
    const click = (server: TestApp) =>
      server.ask(path, {
        method: 'POST',
        headers: { 'x-csrf': '1', 'content-type': 'application/json', ...fromAnywhere() },
        body: JSON.stringify(body),
      })
    const answers = await Promise.all([app, otherServer, app, otherServer].map(click))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410])
    expect((await click(otherServer)).status).toBe(410)
  })
})

test('a token stays valid while it is exchanged for another', async () => {
  const { cookie } = await anOwner()
  const user = (token: string, server: TestApp) =>
    server.ask('/bff/user', { headers: { 'x-csrf': '1', cookie: `__Host-session=${token}`, ...fromAnywhere() } })
  now = new Date(start.getTime() + 3_700_000)
  const currentToken = cookieIn(await user(cookie.split('=')[1] ?? '', app))
  now = new Date(start.getTime() + 2 * 3_700_000)
  using between = meanwhile(
    app.deps.pool,
    (text) => /from "session"/.test(text),
    async () => cookieIn(await user(currentToken, otherServer)),
  )
  await app.ask('/bff/sessions', { headers: { 'x-csrf': '1', cookie: `__Host-session=${currentToken}` } })
  const newest = String(await between.outcome())
  expect([newest === currentToken, await isLoggedIn(newest), await isLoggedIn(currentToken)]).toEqual([false, true, true])
  now = start
})

describe('logging out', () => {
  const logout = (server: TestApp, { sessionId, cookie }: { sessionId: string; cookie: string }) =>
    server.ask(`/bff/logout?sid=${sessionId}`, { headers: { cookie, ...fromAnywhere() } })

  test('in two tabs at two servers at once ends the session', async () => {
    const owner = await anOwner()
    const answers = await Promise.all([app, otherServer, app, otherServer].map((server) => logout(server, owner)))
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    const token = owner.cookie.split('=')[1] ?? ''
    expect([await isLoggedIn(token), await isLoggedIn(token, otherServer)]).toEqual([false, false])
  })

  test('while a token is being exchanged leaves no valid token', async () => {
    for (let round = 0; round < 6; round++) {
      const owner = await anOwner()
      now = new Date(now.getTime() + 2 * 3_600_000)
      const headers = { 'x-csrf': '1', cookie: owner.cookie, ...fromAnywhere() }
      const [user, other] = await Promise.all([
        app.ask('/bff/user', { headers }),
        otherServer.ask('/bff/user', { headers }),
        logout(round % 2 ? app : otherServer, owner),
      ])
      const tokens = [owner.cookie.split('=')[1] ?? '', cookieIn(user), cookieIn(other)].filter(Boolean)
      for (const token of tokens) for (const server of [app, otherServer]) expect(await isLoggedIn(token, server)).toBe(false)
    }
    now = start
  })

  test('rejects a write that comes after it', async () => {
    const owner = await anOwner()
    await logout(app, owner)
    const lastWrite = await otherServer.ask('/remote/api/carte/save-draft', {
      method: 'POST',
      headers: { cookie: owner.cookie, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ alias: owner.card.alias, revision: 0, changes: { title: 'Late' } }),
    })
    expect(lastWrite.status).toBe(401)
    const { rows } = await app.deps.db.execute(sql`select 1 from card_draft where subject_id = ${owner.card.id}`)
    expect(rows).toEqual([])
  })
})

describe('ending the other sessions', () => {
  const endOthers = (owner: Awaited<ReturnType<typeof anOwner>>) => post('/bff/end-session', { id: 'others' }, { cookie: owner.cookie })

  test('is not done by a session that ended in the meantime', async () => {
    const owner = await anOwner()
    const chosen = { token: await linkFor(owner.email, 'reset'), password: 'Another-Word-1' }
    using between = meanwhile(
      app.deps.pool,
      (text) => /from "session"/.test(text),
      async () => cookieIn(await post('/bff/reset-password', chosen, {}, otherServer)),
    )
    const answer = await endOthers(owner)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    expect(await isLoggedIn(String(await between.outcome()))).toBe(true)
  })

  test('makes no browser known after a new password', async () => {
    const owner = await anOwner()
    const chosen = { token: await linkFor(owner.email, 'reset'), password: 'Another-Word-1' }
    let isEnding = false
    using between = meanwhile(
      app.deps.pool,
      (text) => {
        isEnding ||= text.startsWith('delete from "session"')
        return isEnding && text === 'commit'
      },
      async () => (await post('/bff/reset-password', chosen, {}, otherServer)).status,
    )
    const answer = await endOthers(owner)
    expect([answer.status, await between.outcome()]).toEqual([200, 200])
    const known = /__Host-known=([\w.-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    const browser = await readKnownBrowser(app.deps, new Request(app.settings.publicUrl, { headers: { cookie: `__Host-known=${known}` } }))
    expect(await browser?.isOf(owner.email)).toBe(false)
  })
})

describe('a login in progress', () => {
  const chooseAnother = async (email: string) => {
    const chosen = { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }
    return (await post('/bff/reset-password', chosen, {}, otherServer)).status
  }

  test('with the old password fails like a wrong one once a new one was set', async () => {
    const { email, accountId } = await anOwner()
    using between = meanwhile(
      app.deps.pool,
      (text) => /from "account" where "account"\."email"/.test(text),
      () => chooseAnother(email),
    )
    const answer = await post('/bff/sign-in', { email, password })
    expect(await between.outcome()).toBe(200)
    expect([answer.status, cookieIn(answer)]).toEqual([401, ''])
    expect((await answer.json()) as object).toMatchObject({ message: 'Incorrect email or password.' })
    const { rows } = await app.deps.db.execute(sql`select way from session where account_id = ${accountId}`)
    expect(rows).toEqual([{ way: 'link' }])
  })

  test.each([
    ['/bff/use-link', 'sign-in'],
    ['/bff/reset-password', 'reset'],
  ] as const)('by a mailed link (%s) ends with the next new password', async (path, purpose) => {
    const { email } = await anOwner()
    const token = await linkFor(email, purpose)
    let isTaken = false
    using between = meanwhile(
      app.deps.pool,
      (text) => {
        isTaken ||= text.startsWith('update "sign_in_link"')
        return isTaken && text === 'commit'
      },
      () => chooseAnother(email),
    )
    const answer = await post(path, { token, password: 'The-First-Word-1' })
    expect(await between.outcome()).toBe(200)
    expect(cookieIn(answer)).toMatch(/^[\w-]{43}$/)
    expect(await isLoggedIn(cookieIn(answer))).toBe(false)
  })

  test('from before its account became an administrator gets no role', async () => {
    const { email } = await anOwner()
    const token = await linkFor(email)
    let promotion: Promise<boolean> | undefined
    const isWaitedFor = async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await otherServer.deps.db.execute(waiting)).rows.length > 0
    }
    using between = meanwhile(
      app.deps.pool,
      (text) => text.startsWith('insert into "session"'),
      () => {
        promotion = otherServer.deps.db.transaction((tx) => setAdmin(tx, email, true))
        return eventually(async () => expect(await isWaitedFor()).toBe(true))
      },
    )
    const answer = await post('/bff/use-link', { token })
    await between.outcome()
    expect([answer.status, await promotion, await isLoggedIn(cookieIn(answer))]).toEqual([200, true, false])
  })

  test('with a passkey fails once it was removed', async () => {
    const { accountId, call } = await anOwner()
    const key = await aPasskey(app, accountId)
    const begin = async () => {
      const started = await post('/bff/passkey-challenge', {})
      const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
      return [{ answer: key.answerTo(((await started.json()) as { challenge: string }).challenge) }, { cookie }] as const
    }
    expect(await isLoggedIn(cookieIn(await post('/bff/passkey-sign-in', ...(await begin()))))).toBe(true)

    const started = await begin()
    using between = meanwhile(
      app.deps.pool,
      (text) => /from "passkey" where "passkey"\."credential_id"/.test(text),
      () => call('accounts.removePasskey', { input: { id: key.id } }),
    )
    const answer = await post('/bff/passkey-sign-in', ...started)
    expect(await between.outcome()).toMatchObject({ success: 1 })
    expect([answer.status, cookieIn(answer)]).toEqual([401, ''])
  })
})

describe('a login with a passkey', () => {
  const signIn = async (key: Awaited<ReturnType<typeof aPasskey>>, answered: Parameters<typeof key.answerTo>[1]) => {
    const started = await post('/bff/passkey-challenge', {})
    const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { challenge } = (await started.json()) as { challenge: string }
    return (await post('/bff/passkey-sign-in', { answer: key.answerTo(challenge, answered) }, { cookie })).status
  }

  test('needs the owner’s user handle', async () => {
    const [{ accountId }, other] = [await anOwner(), await anOwner()]
    const key = await aPasskey(app, accountId)
    for (const userHandle of [undefined, '', '!', Buffer.from(other.accountId).toString('base64url')])
      expect(await signIn(key, { userHandle }), userHandle).toBe(401)
    expect(await signIn(key, {})).toBe(200)
  })

  test('is rejected inside another site’s frame', async () => {
    const { accountId } = await anOwner()
    const key = await aPasskey(app, accountId)
    expect(await signIn(key, { client: { crossOrigin: true } })).toBe(401)
    expect(await signIn(key, { client: { crossOrigin: false } })).toBe(200)
  })

  test.each([true, false])('is rejected with a different backup eligibility (%s)', async (isBackupEligible) => {
    const { accountId } = await anOwner()
    const key = await aPasskey(app, accountId, { isBackupEligible })
    expect(await signIn(key, { isBackupEligible: !isBackupEligible })).toBe(401)
    expect(await signIn(key, { isBackupEligible })).toBe(200)
  })

  test('records the backup eligibility of a passkey that has none yet', async () => {
    const { accountId } = await anOwner()
    const key = await aPasskey(app, accountId)
    expect(await signIn(key, { isBackupEligible: true })).toBe(200)
    expect(await signIn(key, { isBackupEligible: false })).toBe(401)
    expect(await signIn(key, { isBackupEligible: true })).toBe(200)
  })
})

describe('a passkey', () => {
  const passkeysMax = 20
  type Owner = Awaited<ReturnType<typeof anOwner>>
  const keysOf = async ({ accountId }: Owner) =>
    (await app.deps.db.execute(sql`select 1 from passkey where account_id = ${accountId}`)).rows.length
  const begin = async ({ cookie }: Owner, client = {}) => {
    const started = await post('/bff/new-passkey', {}, { cookie })
    const { challenge } = (await started.json()) as { challenge: string }
    const loginCookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
    return () => post('/bff/add-passkey', { answer: aNewPasskey(app, challenge, client) }, { cookie: `${cookie}; ${loginCookie}` })
  }
  const resetPassword = async ({ email }: Owner) => {
    const chosen = { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }
    return (await post('/bff/reset-password', chosen, {}, otherServer)).status
  }
  const isSessionRead = (text: string) => /from "session" where "session"\."id"/.test(text)

  test('is added after a recent login', async () => {
    const owner = await anOwner()
    expect((await (await begin(owner))()).status).toBe(200)
    expect(await keysOf(owner)).toBe(1)
  })

  test('is not added from inside another site’s frame', async () => {
    const owner = await anOwner()
    expect((await (await begin(owner, { crossOrigin: true }))()).status).toBe(422)
    expect(await keysOf(owner)).toBe(0)
  })

  test('is created for its owner’s user handle, with its backup eligibility', async () => {
    const owner = await anOwner()
    const started = await post('/bff/new-passkey', {}, { cookie: owner.cookie })
    expect(await started.json()).toMatchObject({ user: { id: Buffer.from(owner.accountId).toString('base64url') } })
    expect((await (await begin(owner))()).status).toBe(200)
    const { rows } = await app.deps.db.execute(sql`select is_backup_eligible from passkey where account_id = ${owner.accountId}`)
    expect(rows).toEqual([{ is_backup_eligible: false }])
  })

  test('is not added if a new password is set meanwhile', async () => {
    const owner = await anOwner()
    const add = await begin(owner)
    using between = meanwhile(app.deps.pool, isSessionRead, () => resetPassword(owner))
    expect((await add()).status).toBe(401)
    expect([await between.outcome(), await keysOf(owner)]).toEqual([200, 0])
  })

  test('is not removed by a session that ended in the meantime', async () => {
    const owner = await anOwner()
    const { id } = await aPasskey(app, owner.accountId)
    let isLookedFor = false
    using between = meanwhile(
      app.deps.pool,
      (text) => {
        isLookedFor ||= /from "session"/.test(text)
        return isLookedFor && text === 'begin'
      },
      () => resetPassword(owner),
    )
    expect((await post('/bff/remove-passkey', { id }, { cookie: owner.cookie })).status).toBe(401)
    expect([await between.outcome(), await keysOf(owner)]).toEqual([200, 1])
  })

  test('concurrent additions do not exceed the maximum', async () => {
    const owner = await anOwner()
    for (let count = 0; count < passkeysMax - 1; count++) await aPasskey(app, owner.accountId)
    const adds = await Promise.all(Array.from({ length: 4 }, () => begin(owner)))
    const statuses = (await Promise.all(adds.map((add) => add()))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422])
    expect(await keysOf(owner)).toBe(passkeysMax)
  })
})

describe('guessing', () => {
  test('from many addresses limits passwords only: links and passkeys still work', async () => {
    const { email } = await anOwner()
    const guesses = await Promise.all(Array.from({ length: 30 }, () => post('/bff/sign-in', { email, password: 'Wrong-Word-1' }, {})))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
    for (let more = 0; more < 3; more++)
      await Promise.all(Array.from({ length: 25 }, () => post('/bff/sign-in', { email, password: 'Wrong-Word-1' }, {})))
    const shut = await post('/bff/sign-in', { email, password })
    expect([shut.status, Number(shut.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await post('/bff/use-link', { token: await linkFor(email) })).status).toBe(200)
    expect((await post('/bff/passkey-challenge', {})).status).toBe(200)
    // Others can still log in, too.
    const stranger = await anOwner()
    expect((await post('/bff/sign-in', { email: stranger.email, password })).status).toBe(200)
  })

  test.each([
    ['/bff/sign-in', { password: 'Wrong-Word-1' }],
    ['/bff/request-link', {}],
    ['/bff/request-reset', {}],
    ['/bff/sign-up', { name: 'Ann' }],
  ])('AUTH-8 %s runs the same queries for any email', async (path, more) => {
    const { email } = await anOwner()
    const queriesFor = async (named: string) => {
      using work = countStatements(app.deps.pool)
      const answer = await post(path, { email: named, ...more })
      const { requestId: _, ...errorBody } = (await answer.json()) as { requestId: string }
      return { status: answer.status, errorBody, statements: work.statements.filter((text) => !text.includes('limit_window')) }
    }
    await queriesFor(`warm${number++}@example.com`)
    expect(await queriesFor(email)).toEqual(await queriesFor(`nobody${number++}@example.com`))
  })
})

describe('what requires a recent login', () => {
  const recentLoginCalls = [
    '/bff/archive',
    '/remote/api/clients/connected-clients/export-all/csv',
    '/remote/api/clients/connected-clients/export-all/vcf',
  ]

  test.each(recentLoginCalls)('%s works for 15 minutes after a login', async (path) => {
    const { ask } = await anOwner()
    const status = async () => {
      const answer = await ask(path)
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await status()).toBe(200)
    now = new Date(start.getTime() + 14 * 60_000)
    expect(await status()).toBe(200)
    now = new Date(start.getTime() + 16 * 60_000)
    const refused = await ask(path)
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('recent-login-required')])
    now = start
  })

  test('a login time in the future is not recent, and the session continues', async () => {
    now = new Date(start.getTime() + 365 * 86_400_000)
    const { ask } = await anOwner()
    now = start
    for (const path of recentLoginCalls) expect((await ask(path)).status).toBe(401)
    expect((await ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe(200)
    expect(
      (await ask('/bff/new-passkey', { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' }, body: '{}' }))
        .status,
    ).toBe(401)
  })
})
