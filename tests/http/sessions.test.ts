import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { updateAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { readKnown } from '#server/accounts/sign-in/known-browser.ts'
import { makeSignInLink, makeSignUpLink } from '#server/accounts/mailed-links/make-link.ts'
import { setOperator } from '#server/accounts/set-operator.ts'
import { aCard } from '../factories/cards.ts'
import { aNewPasskey, aPasskey } from '../harness/a-passkey.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { meanwhile } from '../harness/meanwhile.ts'
import { signedIn } from '../harness/signed-in.ts'

/** Two servers on one database. */
let app: TestApp
let there: TestApp
const start = new Date('2036-06-15T12:00:00Z')
let now = start
beforeAll(async () => {
  const outside = { clock: { now: () => now } }
  app = await anApp({ settings: { trustProxy: true }, outside })
  const { databaseUrl, dataDir } = app.settings
  there = await anApp({ settings: { databaseUrl, dataDir, trustProxy: true }, outside })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const password = 'Open-Sesame-1'
let number = 0
async function anOwner() {
  const email = `sitter${number++}@example.com`
  const card = await aCard(app.needs)
  const owner = await signedIn(app, card.id)
  await updateAccount(app.needs.db, owner.accountId, { email, passwordHash: await hashPassword(password) })
  return { ...owner, email, card }
}

/** From an address of its own, as an attacker has many. */
let address = 0
const fromAnywhere = () => ({ 'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}` })
const post = (path: string, body: object, headers: Record<string, string> = {}, house = app) =>
  house.ask(path, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/json', ...fromAnywhere(), ...headers },
    body: JSON.stringify(body),
  })
const cookieIn = (answer: Response) => /__Host-session=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
const isIn = async (token: string, house = app) =>
  (await house.ask('/bff/user?slide=false', { headers: { 'x-csrf': '1', cookie: `__Host-session=${token}` } })).status === 200
const linkFor = async (email: string, purpose: 'sign-in' | 'reset' = 'sign-in') =>
  (await makeSignInLink(app.needs, email, { purpose, endsOthers: false }))?.token ?? ''

describe('a session id that a visitor brings along', () => {
  test.each(['password', 'link', 'reset', 'sign-up'])('is never adopted, and nothing of it is left after a sign-in by %s', async (way) => {
    const { email } = await anOwner()
    const chosen = 'A'.repeat(43)
    const cookie = `__Host-session=${chosen}; session=${chosen}`
    const fresh = `new${number++}@example.com`
    const answers: Record<string, () => Promise<Response>> = {
      password: () => post('/bff/sign-in', { email, password }, { cookie }),
      link: async () => post('/bff/use-link', { token: await linkFor(email) }, { cookie }),
      reset: async () => post('/bff/reset-password', { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }, { cookie }),
      'sign-up': async () => {
        const { token } = await makeSignUpLink(app.needs, { email: fresh, name: 'New', language: 'en' }, '/account')
        return post('/bff/reset-password', { token, password: 'Another-Word-1' }, { cookie })
      },
    }
    const given = cookieIn((await answers[way]?.()) ?? new Response())
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(chosen)
    expect([await isIn(given), await isIn(chosen)]).toEqual([true, false])
  })

  test('of somebody else is not theirs any more in this browser, and stays theirs in their own', async () => {
    const [attacker, owner] = [await anOwner(), await anOwner()]
    const answer = await post('/bff/sign-in', { email: owner.email, password }, { cookie: attacker.cookie })
    expect(await isIn(cookieIn(answer))).toBe(true)
    // What this browser had is over: whoever planted it there does not ride along.
    expect((await attacker.ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe(401)
    expect(cookieIn(answer)).not.toBe(attacker.cookie.split('=')[1])
  })
})

describe('what opens once', () => {
  test.each(['sign-in', 'reset', 'sign-up'] as const)(
    'a %s link is good for one of many who press it at once, here and there',
    async (purpose) => {
      const { email } = await anOwner()
      const token =
        purpose === 'sign-up'
          ? (await makeSignUpLink(app.needs, { email: `once${number++}@example.com`, name: '', language: 'en' }, '/account')).token
          : await linkFor(email, purpose)
      const [path, body] =
        purpose === 'sign-in' ? ['/bff/use-link', { token }] : ['/bff/reset-password', { token, password: 'Another-Word-1' }]
      const press = (house: TestApp) =>
        house.ask(path, {
          method: 'POST',
          headers: { 'x-csrf': '1', 'content-type': 'application/json', ...fromAnywhere() },
          body: JSON.stringify(body),
        })
      const answers = await Promise.all([app, there, app, there].map(press))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410])
      expect((await press(there)).status).toBe(410)
    },
  )
})

test('a token in use stays good while another is given for it, whoever notes late that it was seen', async () => {
  const { cookie } = await anOwner()
  const user = (token: string, house: TestApp) =>
    house.ask('/bff/user', { headers: { 'x-csrf': '1', cookie: `__Host-session=${token}`, ...fromAnywhere() } })
  now = new Date(start.getTime() + 3_700_000)
  const inUse = cookieIn(await user(cookie.split('=')[1] ?? '', app))
  now = new Date(start.getTime() + 2 * 3_700_000)
  using between = meanwhile(
    app.needs.pool,
    (text) => /from "session"/.test(text),
    async () => cookieIn(await user(inUse, there)),
  )
  await app.ask('/bff/sessions', { headers: { 'x-csrf': '1', cookie: `__Host-session=${inUse}` } })
  const newest = String(await between.outcome())
  expect([newest === inUse, await isIn(newest), await isIn(inUse)]).toEqual([false, true, true])
  now = start
})

describe('signing out', () => {
  const logout = (house: TestApp, { sessionId, cookie }: { sessionId: string; cookie: string }) =>
    house.ask(`/bff/logout?sid=${sessionId}`, { headers: { cookie, ...fromAnywhere() } })

  test('in two tabs, at two servers, at once, leads home from both, and nothing opens afterwards', async () => {
    const owner = await anOwner()
    const answers = await Promise.all([app, there, app, there].map((house) => logout(house, owner)))
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    const token = owner.cookie.split('=')[1] ?? ''
    expect([await isIn(token), await isIn(token, there)]).toEqual([false, false])
  })

  test('while a token is being exchanged leaves no token that opens anything', async () => {
    for (let round = 0; round < 6; round++) {
      const owner = await anOwner()
      now = new Date(now.getTime() + 2 * 3_600_000)
      const headers = { 'x-csrf': '1', cookie: owner.cookie, ...fromAnywhere() }
      const [user, other] = await Promise.all([
        app.ask('/bff/user', { headers }),
        there.ask('/bff/user', { headers }),
        logout(round % 2 ? app : there, owner),
      ])
      const tokens = [owner.cookie.split('=')[1] ?? '', cookieIn(user), cookieIn(other)].filter(Boolean)
      for (const token of tokens) for (const house of [app, there]) expect(await isIn(token, house)).toBe(false)
    }
    now = start
  })

  test('ends a write that comes after it, whatever was under way', async () => {
    const owner = await anOwner()
    await logout(app, owner)
    const late = await there.ask('/remote/api/carte/save-draft', {
      method: 'POST',
      headers: { cookie: owner.cookie, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ alias: owner.card.alias, revision: 0, changes: { title: 'Late' } }),
    })
    expect(late.status).toBe(401)
    const { rows } = await app.needs.db.execute(sql`select 1 from card_draft where subject_id = ${owner.card.id}`)
    expect(rows).toEqual([])
  })
})

describe('ending the other sessions', () => {
  const endOthers = (owner: Awaited<ReturnType<typeof anOwner>>) => post('/bff/end-session', { id: 'others' }, { cookie: owner.cookie })

  test('is not done by one that ended meanwhile: those of who ended it stay, and no browser is known by it', async () => {
    const owner = await anOwner()
    const chosen = { token: await linkFor(owner.email, 'reset'), password: 'Another-Word-1' }
    using between = meanwhile(
      app.needs.pool,
      (text) => /from "session"/.test(text),
      async () => cookieIn(await post('/bff/reset-password', chosen, {}, there)),
    )
    const answer = await endOthers(owner)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    expect(await isIn(String(await between.outcome()))).toBe(true)
  })

  test('makes no browser known after the next new password, however late it came', async () => {
    const owner = await anOwner()
    const chosen = { token: await linkFor(owner.email, 'reset'), password: 'Another-Word-1' }
    let isEnding = false
    using between = meanwhile(
      app.needs.pool,
      (text) => {
        isEnding ||= text.startsWith('delete from "session"')
        return isEnding && text === 'commit'
      },
      async () => (await post('/bff/reset-password', chosen, {}, there)).status,
    )
    const answer = await endOthers(owner)
    expect([answer.status, await between.outcome()]).toEqual([200, 200])
    const known = /__Host-known=([\w.-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    const browser = await readKnown(app.needs, new Request(app.settings.publicUrl, { headers: { cookie: `__Host-known=${known}` } }))
    expect(await browser?.isOf(owner.email)).toBe(false)
  })
})

describe('a sign-in that is under way while its owner shuts the door', () => {
  const chooseAnother = async (email: string) => {
    const chosen = { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }
    return (await post('/bff/reset-password', chosen, {}, there)).status
  }

  test('with the password from before is refused once another was chosen, in the words of a wrong one', async () => {
    const { email, accountId } = await anOwner()
    using between = meanwhile(
      app.needs.pool,
      (text) => /from "account" where "account"\."email"/.test(text),
      () => chooseAnother(email),
    )
    const answer = await post('/bff/sign-in', { email, password })
    expect(await between.outcome()).toBe(200)
    expect([answer.status, cookieIn(answer)]).toEqual([401, ''])
    expect((await answer.json()) as object).toMatchObject({ message: 'That email and password don’t match.' })
    const { rows } = await app.needs.db.execute(sql`select way from session where account_id = ${accountId}`)
    expect(rows).toEqual([{ way: 'link' }])
  })

  test.each([
    ['/bff/use-link', 'sign-in'],
    ['/bff/reset-password', 'reset'],
  ] as const)('by a mailed link (%s) is over with the next new password, however late it came', async (path, purpose) => {
    const { email } = await anOwner()
    const token = await linkFor(email, purpose)
    let isTaken = false
    using between = meanwhile(
      app.needs.pool,
      (text) => {
        isTaken ||= text.startsWith('update "sign_in_link"')
        return isTaken && text === 'commit'
      },
      () => chooseAnother(email),
    )
    const answer = await post(path, { token, password: 'The-First-Word-1' })
    expect(await between.outcome()).toBe(200)
    expect(cookieIn(answer)).toMatch(/^[\w-]{43}$/)
    expect(await isIn(cookieIn(answer))).toBe(false)
  })

  test('before its account became an operator’s does not rise with it', async () => {
    const { email } = await anOwner()
    const token = await linkFor(email)
    let rising: Promise<boolean> | undefined
    const isWaitedFor = async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await there.needs.db.execute(waiting)).rows.length > 0
    }
    using between = meanwhile(
      app.needs.pool,
      (text) => text.startsWith('insert into "session"'),
      () => {
        rising = there.needs.db.transaction((tx) => setOperator(tx, email, true))
        return expect.poll(isWaitedFor).toBe(true)
      },
    )
    const answer = await post('/bff/use-link', { token })
    await between.outcome()
    expect([answer.status, await rising, await isIn(cookieIn(answer))]).toEqual([200, true, false])
  })

  test('with a passkey is refused once that was removed', async () => {
    const { accountId, call } = await anOwner()
    const key = await aPasskey(app, accountId)
    const begin = async () => {
      const begun = await post('/bff/passkey-challenge', {})
      const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
      return [{ answer: key.answerTo(((await begun.json()) as { challenge: string }).challenge) }, { cookie }] as const
    }
    expect(await isIn(cookieIn(await post('/bff/passkey-sign-in', ...(await begin()))))).toBe(true)

    const begun = await begin()
    using between = meanwhile(
      app.needs.pool,
      (text) => /from "passkey" where "passkey"\."credential_id"/.test(text),
      () => call('accounts.removePasskey', { input: { id: key.id } }),
    )
    const answer = await post('/bff/passkey-sign-in', ...begun)
    expect(await between.outcome()).toMatchObject({ success: 1 })
    expect([answer.status, cookieIn(answer)]).toEqual([401, ''])
  })
})

describe('a sign-in with a passkey', () => {
  const signIn = async (key: Awaited<ReturnType<typeof aPasskey>>, answered: Parameters<typeof key.answerTo>[1]) => {
    const begun = await post('/bff/passkey-challenge', {})
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { challenge } = (await begun.json()) as { challenge: string }
    return (await post('/bff/passkey-sign-in', { answer: key.answerTo(challenge, answered) }, { cookie })).status
  }

  test('needs a user handle, and it has to be the owner’s', async () => {
    const [{ accountId }, other] = [await anOwner(), await anOwner()]
    const key = await aPasskey(app, accountId)
    for (const userHandle of [undefined, '', '!', Buffer.from(other.accountId).toString('base64url')])
      expect(await signIn(key, { userHandle }), userHandle).toBe(401)
    expect(await signIn(key, {})).toBe(200)
  })

  test('is refused inside another site’s frame', async () => {
    const { accountId } = await anOwner()
    const key = await aPasskey(app, accountId)
    expect(await signIn(key, { client: { crossOrigin: true } })).toBe(401)
    expect(await signIn(key, { client: { crossOrigin: false } })).toBe(200)
  })

  test.each([true, false])('is refused with another backup eligibility than the one recorded (%s)', async (isBackupEligible) => {
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
    (await app.needs.db.execute(sql`select 1 from passkey where account_id = ${accountId}`)).rows.length
  const begin = async ({ cookie }: Owner, client = {}) => {
    const begun = await post('/bff/new-passkey', {}, { cookie })
    const { challenge } = (await begun.json()) as { challenge: string }
    const asked = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    return () => post('/bff/add-passkey', { answer: aNewPasskey(app, challenge, client) }, { cookie: `${cookie}; ${asked}` })
  }
  const shutOut = async ({ email }: Owner) => {
    const chosen = { token: await linkFor(email, 'reset'), password: 'Another-Word-1' }
    return (await post('/bff/reset-password', chosen, {}, there)).status
  }
  const isFreshnessRead = (text: string) => /from "session" where "session"\."id"/.test(text)

  test('is added by who signed in just now', async () => {
    const owner = await anOwner()
    expect((await (await begin(owner))()).status).toBe(200)
    expect(await keysOf(owner)).toBe(1)
  })

  test('is not added from inside another site’s frame', async () => {
    const owner = await anOwner()
    expect((await (await begin(owner, { crossOrigin: true }))()).status).toBe(422)
    expect(await keysOf(owner)).toBe(0)
  })

  test('is made for its owner’s user handle, and its backup eligibility is recorded', async () => {
    const owner = await anOwner()
    const begun = await post('/bff/new-passkey', {}, { cookie: owner.cookie })
    expect(await begun.json()).toMatchObject({ user: { id: Buffer.from(owner.accountId).toString('base64url') } })
    expect((await (await begin(owner))()).status).toBe(200)
    const { rows } = await app.needs.db.execute(sql`select is_backup_eligible from passkey where account_id = ${owner.accountId}`)
    expect(rows).toEqual([{ is_backup_eligible: false }])
  })

  test('that is being added when a new password is chosen is not', async () => {
    const owner = await anOwner()
    const add = await begin(owner)
    using between = meanwhile(app.needs.pool, isFreshnessRead, () => shutOut(owner))
    expect((await add()).status).toBe(401)
    expect([await between.outcome(), await keysOf(owner)]).toEqual([200, 0])
  })

  test('is not removed by a session that ended meanwhile', async () => {
    const owner = await anOwner()
    const { id } = await aPasskey(app, owner.accountId)
    let isLookedFor = false
    using between = meanwhile(
      app.needs.pool,
      (text) => {
        isLookedFor ||= /from "session"/.test(text)
        return isLookedFor && text === 'begin'
      },
      () => shutOut(owner),
    )
    expect((await post('/bff/remove-passkey', { id }, { cookie: owner.cookie })).status).toBe(401)
    expect([await between.outcome(), await keysOf(owner)]).toEqual([200, 1])
  })

  test('more than there may be are not added at once', async () => {
    const owner = await anOwner()
    for (let kept = 0; kept < passkeysMax - 1; kept++) await aPasskey(app, owner.accountId)
    const adds = await Promise.all(Array.from({ length: 4 }, () => begin(owner)))
    const statuses = (await Promise.all(adds.map((add) => add()))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422])
    expect(await keysOf(owner)).toBe(passkeysMax)
  })
})

describe('guessing', () => {
  test('from many addresses closes the door of passwords alone: a link and a passkey’s challenge still open', async () => {
    const { email } = await anOwner()
    const guesses = await Promise.all(Array.from({ length: 30 }, () => post('/bff/sign-in', { email, password: 'Wrong-Word-1' }, {})))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
    for (let more = 0; more < 3; more++)
      await Promise.all(Array.from({ length: 25 }, () => post('/bff/sign-in', { email, password: 'Wrong-Word-1' }, {})))
    const shut = await post('/bff/sign-in', { email, password })
    expect([shut.status, Number(shut.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await post('/bff/use-link', { token: await linkFor(email) })).status).toBe(200)
    expect((await post('/bff/passkey-challenge', {})).status).toBe(200)
    // Nor is anybody else shut out.
    const neighbour = await anOwner()
    expect((await post('/bff/sign-in', { email: neighbour.email, password })).status).toBe(200)
  })

  test.each([
    ['/bff/sign-in', { password: 'Wrong-Word-1' }],
    ['/bff/request-link', {}],
    ['/bff/request-reset', {}],
    ['/bff/sign-up', { name: 'Somebody' }],
  ])('AUTH-8 %s says the same things to the database whoever is named', async (path, more) => {
    const { email } = await anOwner()
    const saidFor = async (named: string) => {
      using work = countStatements(app.needs.pool)
      const answer = await post(path, { email: named, ...more })
      const { requestId: _, ...told } = (await answer.json()) as { requestId: string }
      return { status: answer.status, told, said: work.said.filter((text) => !text.includes('limit_window')) }
    }
    await saidFor(`warm${number++}@example.com`)
    expect(await saidFor(email)).toEqual(await saidFor(`nobody${number++}@example.com`))
  })
})

describe('what asks for a fresh sign-in', () => {
  const doors = [
    '/bff/archive',
    '/remote/api/clients/connected-clients/export-all/csv',
    '/remote/api/clients/connected-clients/export-all/vcf',
  ]

  test.each(doors)('%s opens for a quarter of an hour, and closes again', async (path) => {
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
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('sign-in-again')])
    now = start
  })

  test('a sign-in that a clock noted far ahead is not fresh until that day, and the session goes on', async () => {
    now = new Date(start.getTime() + 365 * 86_400_000)
    const { ask } = await anOwner()
    now = start
    for (const path of doors) expect((await ask(path)).status).toBe(401)
    expect((await ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe(200)
    expect(
      (await ask('/bff/new-passkey', { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' }, body: '{}' }))
        .status,
    ).toBe(401)
  })
})
