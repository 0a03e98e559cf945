import { describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { insertIdentity } from '#server/accounts/account-store.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { makeSetupLink } from '#server/accounts/sign-up/make-setup-link.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aNewPasskey, aPasskey } from '../../../tests/harness/a-passkey.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'

const minute = 60_000
const person = { name: 'Maren Holloway', email: 'maren@harborpine.example', password: 'Lantern-Ferry-8' }
const csrf = { 'x-csrf': '1', 'content-type': 'application/json' }

async function post(app: TestApp, path: string, body: object, cookie = '') {
  const answer = await app.ask(path, { method: 'POST', headers: { ...csrf, cookie }, body: JSON.stringify(body) })
  const { requestId: _, ...content } = (await answer.json()) as { requestId?: string }
  return { status: answer.status, ...content, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const setUp = (app: TestApp, setupCode: string, more: Partial<typeof person> = {}) =>
  post(app, '/bff/set-up', { ...person, setupCode, ...more })
const linkOf = async (app: TestApp) => (await makeSetupLink(app.deps)) ?? expect.fail('there is an administrator')
const codeOf = async (app: TestApp) => (await linkOf(app)).split('#')[1] ?? ''
/** A device's answer to the options for this code and email, and the form with it. */
async function newPasskey(app: TestApp, setupCode: string, client: object = {}, email = person.email, isVerified = true) {
  const { name } = person
  const options = await post(app, '/bff/new-setup-passkey', { setupCode, name, email })
  const { challenge, user, cookie } = options as unknown as { challenge: string; user: { id: string }; cookie: string }
  const answer = aNewPasskey(app, challenge, client, isVerified)
  const form = { setupCode, name, email, passkey: { userId: user.id, answer } }
  return {
    answer,
    userId: user.id,
    cookie,
    setUp: (more: object = {}, own = cookie) => post(app, '/bff/set-up', { ...form, ...more }, own),
  }
}
const takesSetup = async (app: TestApp) => (await app.call('accounts.signUpState', { query: {} })).setupMinutesLeft !== null
const rowsOf = async (app: TestApp) =>
  (await app.deps.db.execute(sql`select email, name, is_operator as "isAdmin" from account order by email`)).rows
const userOf = async (app: TestApp, cookie: string) => {
  const answer = await app.ask('/bff/user', { headers: { 'x-csrf': '1', cookie } })
  const claims = answer.ok ? ((await answer.json()) as { type: string; value: string }[]) : []
  return claims.find(({ type }) => type === 'role')?.value ?? answer.status
}
const ended = { status: 410, message: expect.stringContaining('npm run carte -- setup-link') }

describe('ACCOUNT-6 the setup link', () => {
  test('makes and logs in the first administrator without email, whatever SIGN_UP is', async () => {
    await using app = await anApp({ settings: { signUp: 'off' } })
    expect(await takesSetup(app)).toBe(false)
    const link = await linkOf(app)
    expect(link).toMatch(/^http:\/\/localhost:3000\/setup#[A-Z]{4}(-[A-Z]{4}){3}$/)
    const { rows } = await app.deps.db.execute(sql`select value::text from installation where name = 'setup'`)
    expect(JSON.stringify(rows)).not.toContain(link.split('#')[1]?.slice(0, 4))
    expect(await takesSetup(app)).toBe(true)

    const typed = ` ${link.toLowerCase()}`
    const { cookie, ...answer } = await setUp(app, typed, { email: 'Maren@HarborPine.example' })
    expect(answer).toEqual({ status: 200, success: 1, message: '', returnUrl: '/setup/installation' })
    expect(await userOf(app, cookie)).toBe('admin')
    expect(await rowsOf(app)).toEqual([{ email: person.email, name: person.name, isAdmin: true }])
    const { email, password } = person
    expect((await post(app, '/bff/sign-in', { email, password })).status).toBe(200)
    const audit = await app.deps.db.execute(sql`select act, actor, detail from operator_act`)
    expect(audit.rows).toEqual([{ act: 'admin.grant', actor: email, detail: { admin: email } }])

    expect(await setUp(app, typed, { email: 'second@harborpine.example' })).toMatchObject(ended)
    expect([await makeSetupLink(app.deps), await takesSetup(app), (await rowsOf(app)).length]).toEqual([null, false, 1])
  })

  test('wrong, replaced or expired creates nothing, and stays valid beside a wrong one', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    await using app = await anApp({ outside: { clock: { now: () => now } } })
    const [older, code] = [await codeOf(app), await codeOf(app)]
    for (const wrong of [older, 'AAAA-AAAA-AAAA-AAAA', '', 'ä']) expect(await setUp(app, wrong)).toMatchObject(ended)
    for (const more of [
      { name: ' ' },
      { email: 'maren' },
      { password: 'short' },
      { password: 'Password1' },
      { password: 'Maren-Holloway1' },
    ])
      expect(await setUp(app, code, more)).toMatchObject({ status: 422 })
    now = new Date(now.getTime() + 59 * minute)
    expect(await takesSetup(app)).toBe(true)
    expect(await app.call('accounts.signUpState', { query: {} })).toMatchObject({ setupMinutesLeft: 1 })
    now = new Date(now.getTime() + minute)
    expect(await setUp(app, code)).toMatchObject(ended)
    expect([await takesSetup(app), await rowsOf(app)]).toEqual([false, []])
    expect(await setUp(app, await codeOf(app))).toMatchObject({ status: 200 })
  })

  test.each([
    ['two people', 'rival@harborpine.example'],
    ['one person twice', person.email],
  ])('of %s at once, one becomes the administrator', async (_who, email) => {
    await using app = await anApp()
    const code = await codeOf(app)
    const answers = await Promise.all([setUp(app, code), setUp(app, code, { email })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await rowsOf(app)).toEqual([expect.objectContaining({ isAdmin: true })])
  })

  test('takes over an account with that email: every earlier way into it ends', async () => {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
    await using app = await anApp({ outside: { mailer } })
    const card = await aCard(app.deps)
    const before = await signedIn(app, card.id)
    const { accountId, email } = before
    const { db } = app.deps
    expect(await setUp(app, await codeOf(app), { email })).toMatchObject({ status: 200 })
    // Once more, as an account with a password.
    await db.execute(sql`update account set is_operator = false`)
    const first = await post(app, '/bff/sign-in', { email, password: person.password })
    await aPasskey(app, accountId)
    await insertIdentity(db, { issuer: 'https://id.example', subject: 'x', accountId, createdAt: new Date() })
    const link = await makeSignInLink(app.deps, email)
    await db.execute(
      sql`insert into account_leaving (account_id, asked_at, goes_at) values (${accountId}, now(), now() + interval '14 days')`,
    )
    const { cookie } = await setUp(app, await codeOf(app), { email, password: 'Cobalt-Orchard-9' })

    expect([await userOf(app, before.cookie), await userOf(app, first.cookie), await userOf(app, cookie)]).toEqual([401, 401, 'admin'])
    expect((await post(app, '/bff/sign-in', { email, password: person.password })).status).toBe(401)
    expect(await post(app, '/bff/use-link', { token: link?.token })).toMatchObject({ success: 0 })
    const { rows } = await db.execute(sql`
      select (select count(*)::int from passkey) as passkeys, (select count(*)::int from account_identity) as identities,
        (select count(*)::int from account_leaving) as deletions, (select count(*)::int from membership where account_id = ${accountId}) as cards`)
    expect(rows).toEqual([{ passkeys: 0, identities: 0, deletions: 0, cards: 1 }])
    await app.deps.jobs.settle()
    // Each time, also before the account had a password.
    const mail = [email, expect.stringContaining('setup link was used')]
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([mail, mail])
    // No way into an administrator's account for the reader of the mailbox.
    for (const { text } of mails) expect(text).toMatch(/^(?!.*\/account\/).*contact the administrator/s)
  })

  test('with a passkey, the first administrator logs in with it and has no password', async () => {
    await using app = await anApp()
    const code = await codeOf(app)
    const device = await newPasskey(app, code)
    expect(await rowsOf(app)).toEqual([])
    const { cookie, ...answer } = await device.setUp()
    expect(answer).toMatchObject({ status: 200, returnUrl: '/setup/installation' })
    expect(await userOf(app, cookie)).toBe('admin')
    const { rows } = await app.deps.db.execute<{ id: string }>(sql`
      select account.id, password_hash, email_verified_at is not null as is_verified, way, credential_id
      from account join session on session.account_id = account.id join passkey on passkey.account_id = account.id`)
    const key = { way: 'passkey', credential_id: device.answer.id, password_hash: null, is_verified: true }
    expect(rows).toEqual([expect.objectContaining(key)])
    // Browsers send the id that the device stored back at each login, and it must be the account's.
    expect(device.userId).toBe(Buffer.from(rows[0]?.id ?? '').toString('base64url'))
    expect(await device.setUp()).toMatchObject(ended)
  })

  test('no options for a passkey without the code, and none create an account', async () => {
    await using app = await anApp()
    const code = await codeOf(app)
    for (const wrong of ['AAAA-AAAA-AAAA-AAAA', '']) {
      const { cookie, ...answer } = await post(app, '/bff/new-setup-passkey', { setupCode: wrong, name: 'Maren', email: person.email })
      expect([answer, cookie]).toEqual([expect.objectContaining({ status: 410, title: expect.stringContaining('setup-link') }), ''])
    }
    for (const more of [{ name: ' ' }, { email: 'maren' }])
      expect(await post(app, '/bff/new-setup-passkey', { ...person, setupCode: code, ...more })).toMatchObject({ status: 422 })
    expect([await rowsOf(app), await takesSetup(app)]).toEqual([[], true])
  })

  test('a passkey of another code, email, account, browser or purpose is refused', async () => {
    await using app = await anApp()
    const other = await newPasskey(app, await codeOf(app))
    const code = await codeOf(app)
    const device = await newPasskey(app, code)
    const login = await post(app, '/bff/passkey-challenge', {})
    const refused = { status: 422, message: expect.stringContaining('passkey') }
    expect(await device.setUp({ email: 'rival@harborpine.example' })).toMatchObject(refused)
    expect(await device.setUp({ passkey: { userId: other.userId, answer: device.answer } })).toMatchObject(refused)
    expect(await device.setUp({}, '')).toMatchObject(refused)
    expect(await device.setUp({}, other.cookie)).toMatchObject(refused)
    expect(await other.setUp({ setupCode: code })).toMatchObject(refused)
    const { challenge } = login as unknown as { challenge: string }
    expect(await device.setUp({ passkey: { userId: device.userId, answer: aNewPasskey(app, challenge) } }, login.cookie)).toMatchObject(
      refused,
    )
    const elsewhere = await newPasskey(app, code, { origin: 'https://rival.example' })
    expect(await elsewhere.setUp()).toMatchObject(refused)
    const unverified = await newPasskey(app, code, {}, person.email, false)
    expect(await unverified.setUp()).toMatchObject(refused)
    const framed = await newPasskey(app, code, { crossOrigin: true })
    expect(await framed.setUp()).toMatchObject(refused)
    expect(await framed.setUp()).toMatchObject(refused)
    const { password: _, ...neither } = person
    expect(await post(app, '/bff/set-up', { ...neither, setupCode: code })).toMatchObject({ status: 422 })
    expect([await rowsOf(app), await takesSetup(app)]).toEqual([[], true])
    expect(await device.setUp()).toMatchObject({ status: 200 })
  })

  test('a passkey’s challenge is used once, and expires', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    await using app = await anApp({ outside: { clock: { now: () => now } } })
    const code = await codeOf(app)
    const device = await newPasskey(app, code)
    expect(await device.setUp()).toMatchObject({ status: 200 })
    await app.deps.db.execute(sql`update account set is_operator = false`)
    // The same code again, as if it were not used.
    await app.deps.db.execute(sql`
      insert into installation (name, value, updated_at)
      values ('setup', to_jsonb(${hashToken(code.replaceAll('-', '')).toString('base64url')}::text), ${now.toISOString()}::timestamptz)`)
    expect(await takesSetup(app)).toBe(true)
    expect(await device.setUp()).toMatchObject({ status: 422 })
    const slow = await newPasskey(app, code)
    now = new Date(now.getTime() + 5 * minute)
    expect(await slow.setUp()).toMatchObject({ status: 422 })
    expect(await (await newPasskey(app, code)).setUp()).toMatchObject({ status: 200 })
  })

  test('of two browsers with passkeys at once, one becomes the administrator', async () => {
    await using app = await anApp()
    const code = await codeOf(app)
    const devices = [await newPasskey(app, code), await newPasskey(app, code, {}, 'rival@harborpine.example')]
    const answers = await Promise.all(devices.map((device) => device.setUp()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const { rows } = await app.deps.db.execute(sql`select is_operator from account join passkey on passkey.account_id = account.id`)
    expect([rows, (await rowsOf(app)).length]).toEqual([[{ is_operator: true }], 1])
  })

  test('a passkey takes over an account with that email: its passwords and passkeys end', async () => {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
    await using app = await anApp({ outside: { mailer } })
    const { accountId, email, cookie } = await signedIn(app, (await aCard(app.deps)).id)
    await app.deps.db.execute(sql`update account set password_hash = 'x' where id = ${accountId}`)
    await aPasskey(app, accountId)
    const code = await codeOf(app)
    const stranger = await newPasskey(app, code, {}, 'new@harborpine.example')
    const device = await newPasskey(app, code, {}, email)
    expect(await device.setUp()).toMatchObject({ status: 200 })
    const { rows } = await app.deps.db.execute(sql`
      select password_hash, credential_id from account join passkey on passkey.account_id = account.id where account.id = ${accountId}`)
    expect(rows).toEqual([{ password_hash: null, credential_id: device.answer.id }])
    expect([await userOf(app, cookie), await stranger.setUp()]).toEqual([401, expect.objectContaining(ended)])
    await app.deps.jobs.settle()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, expect.stringContaining('setup link was used')]])
  })

  test('an account created after the device got its options is not taken over', async () => {
    await using app = await anApp()
    const code = await codeOf(app)
    const device = await newPasskey(app, code)
    await app.deps.changes.write(async (tx) => addOwner(tx, { subjectId: (await aCard(app.deps)).id, email: person.email }, new Date()))
    expect(await device.setUp()).toMatchObject({ status: 422 })
    expect([await takesSetup(app), await rowsOf(app)]).toEqual([true, [expect.objectContaining({ isAdmin: false })]])
    expect(await (await newPasskey(app, code)).setUp()).toMatchObject({ status: 200 })
  })

  test('ends with an administrator from the command line, however it was written', async () => {
    await using app = await anApp()
    const code = await codeOf(app)
    const { email } = await signedIn(app, (await aCard(app.deps)).id)
    await app.deps.changes.write((tx) => setAdmin(tx, email, true))
    expect(await takesSetup(app)).toBe(false)
    // A server that starts while an administrator is made can leave a code, and so can a restored backup.
    await app.deps.db.execute(sql`update account set is_operator = false`)
    const left = await codeOf(app)
    await app.deps.db.execute(sql`update account set is_operator = true`)
    expect(await takesSetup(app)).toBe(false)
    for (const one of [code, left]) expect(await setUp(app, one)).toMatchObject(ended)
    expect([await makeSetupLink(app.deps), await takesSetup(app)]).toEqual([null, false])
  })

  test('guesses are rate limited', async () => {
    await using app = await anApp()
    await linkOf(app)
    const statuses: number[] = []
    for (let guess = 0; guess < 32; guess++) statuses.push((await setUp(app, `AAAA-AAAA-AAAA-AAA${guess}`)).status)
    expect([statuses.filter((status) => status === 410).length, statuses.slice(30)]).toEqual([30, [429, 429]])
  })
})
