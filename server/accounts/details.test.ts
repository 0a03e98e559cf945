import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateAccount } from '#server/accounts/account-store.ts'
import { emailChangeMail } from '#server/accounts/change-email/mail-email-change.job.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { newId } from '#server/database/new-id.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, signedInAs, type SignedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
const mails: Mail[] = []
const start = new Date('2026-06-01T12:00:00Z')
let now = start
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ settings: { trustProxy: true }, outside: { mailer, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const mailsTo = async (email: string) => {
  await app.deps.jobs.settle()
  return mails.filter(({ to }) => to === email)
}
const linkIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const isIn = ({ ask }: { ask(path: string, init: RequestInit): Promise<Response> }, cookie?: string) =>
  ask('/bff/user', { headers: { 'x-csrf': '1', ...(cookie && { cookie }) } }).then(({ status }) => status === 200)
const problemOf = (status: number, message?: string) => ({
  problem: expect.objectContaining({ status, ...(message && { message: expect.stringContaining(message) }) }),
})
const minute = 60_000
const day = 24 * 60 * minute
const advance = (ms: number) => (now = new Date(now.getTime() + ms))

/** An owner with a password, or without one. */
async function anOwner(password: string | null = 'Open-Sesame-1') {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  await updateAccount(app.deps.db, owner.accountId, { passwordHash: password && (await hashPassword(password)) })
  return { ...owner, card }
}
const signIn = (email: string, password: string) => app.call('accounts.signIn', { input: { email, password } })

describe('the password of a logged-in owner', () => {
  test('AUTH-8 is changed with the current one, emailed, and ends other logins and links', async () => {
    const owner = await anOwner()
    const other = await signedInAs(app, owner.email)
    const mailed = await makeSignInLink(app.deps, owner.email)
    advance(day)
    const answer = await owner.ask('/bff/change-password', {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ current: 'Open-Sesame-1', password: 'Maple-canoe-47' }),
    })
    expect(await answer.json()).toEqual({ success: 1, message: '' })
    const [session = '', known = ''] = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    expect(known).toContain('known=')
    expect([await isIn(owner, session), await isIn(other)]).toEqual([true, false])
    expect(await isIn(owner), 'a copy of the cookie').toBe(false)
    await expect(app.call('accounts.useLink', { input: { token: mailed?.token ?? '' } })).rejects.toMatchObject(problemOf(410))
    await expect(signIn(owner.email, 'Open-Sesame-1')).rejects.toMatchObject(problemOf(401))
    expect(await signIn(owner.email, 'Maple-canoe-47')).toMatchObject({ success: 1 })
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(['Your Carte password was changed'])
  })

  test('AUTH-8 a wrong current one changes nothing and is rate limited like a login', async () => {
    const owner = await anOwner()
    const guess = (current: string) => owner.call('accounts.changePassword', { input: { current, password: 'Maple-canoe-47' } })
    for (let time = 0; time < 5; time++)
      await expect(guess(`Guess-${time}`)).rejects.toMatchObject(problemOf(422, 'isn’t your current password'))
    await expect(guess('Open-Sesame-1')).rejects.toMatchObject(problemOf(429))
    expect(await signIn(owner.email, 'Open-Sesame-1')).toMatchObject({ success: 1 })
    expect(await mailsTo(owner.email)).toEqual([])
  })

  test('AUTH-8 obeys the rule, and is not easily guessed', async () => {
    const { call } = await anOwner()
    const change = (password: string) => call('accounts.changePassword', { input: { current: 'Open-Sesame-1', password } })
    await expect(change('maple-canoe-47-lantern')).rejects.toMatchObject(problemOf(422, 'an uppercase letter'))
    await expect(change('Password1')).rejects.toMatchObject(problemOf(422, 'too common'))
    await expect(change('Adawinter1')).rejects.toMatchObject(problemOf(422, 'too easy to guess'))
  })

  test('AUTH-8 the first one requires a recent login instead', async () => {
    const { email, call } = await anOwner(null)
    const set = () => call('accounts.changePassword', { input: { current: '', password: 'Maple-canoe-47' } })
    advance(16 * minute)
    await expect(set()).rejects.toMatchObject(problemOf(401))
    expect(await call('accounts.details')).toMatchObject({ hasPassword: false, isLoginRecent: false })
    const again = await signedInAs(app, email)
    expect(await again.call('accounts.changePassword', { input: { current: '', password: 'Maple-canoe-47' } })).toMatchObject({
      success: 1,
    })
    expect(await signIn(email, 'Maple-canoe-47')).toMatchObject({ success: 1 })
    await expect(set()).rejects.toMatchObject(problemOf(401))
  })

  test('AUTH-8 of two concurrent changes one succeeds', async () => {
    const { email, call } = await anOwner()
    const words = ['Maple-canoe-47', 'Lantern-canoe-48']
    const change = (password: string) => call('accounts.changePassword', { input: { current: 'Open-Sesame-1', password } })
    const changed = await Promise.allSettled(words.map(change))
    const won = changed.findIndex(({ status }) => status === 'fulfilled')
    expect(changed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await signIn(email, words[won] ?? '')).toMatchObject({ success: 1 })
    await expect(signIn(email, words[1 - won] ?? '')).rejects.toMatchObject(problemOf(401))
  })
})

test('ACC-3 the name of the account changes, and its cards keep theirs', async () => {
  const { call, card } = await anOwner()
  await expect(call('accounts.rename', { input: { name: '  ' } })).rejects.toMatchObject(problemOf(422, 'enter your name'))
  await call('accounts.rename', { input: { name: ' Ada Summer ' } })
  expect(await call('accounts.details')).toMatchObject({ name: 'Ada Summer' })
  expect((await call('cards.own')).find(({ alias }) => alias === card.alias)?.fullName).not.toBe('Ada Summer')
})

describe('the email of a logged-in owner', () => {
  const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
  const request = ({ call }: Pick<SignedIn, 'call'>, email: string) => call('accounts.requestEmailChange', { input: { email } })
  const confirm = ({ call }: Pick<SignedIn, 'call'>, token: string) => call('accounts.confirmEmail', { input: { token } })
  let number = 0
  const anAddress = () => `new${number++}@example.com`

  test('ACC-3 changes only by the link sent there, once, and notifies the previous one', async () => {
    const owner = await anOwner()
    const newEmail = anAddress()
    await request(owner, ` ${newEmail.toUpperCase()} `)
    const [link, ...more] = await mailsTo(newEmail)
    expect([link?.subject, more]).toEqual(['Confirm your new email for Carte', []])
    expect(await subjectsTo(owner.email)).toEqual(['Your Carte email is about to change'])
    expect(await owner.call('accounts.details')).toMatchObject({ email: owner.email, newEmail })
    expect(await signIn(owner.email, 'Open-Sesame-1')).toMatchObject({ success: 1 })

    expect(await confirm(owner, linkIn(link))).toEqual({ success: 1, message: '', email: newEmail })
    expect(await owner.call('accounts.details')).toMatchObject({ email: newEmail, newEmail: null })
    expect((await owner.call('accounts.user')).find(({ type }) => type === 'email')?.value).toBe(newEmail)
    expect(await subjectsTo(owner.email)).toEqual(['Your Carte email is about to change', 'Your Carte email was changed'])
    await expect(confirm(owner, linkIn(link))).rejects.toMatchObject(problemOf(410))
    await expect(signIn(owner.email, 'Open-Sesame-1')).rejects.toMatchObject(problemOf(401))
    expect(await signIn(newEmail, 'Open-Sesame-1')).toMatchObject({ success: 1 })
  })

  test('ACC-3 is confirmed in the account’s session only, not by a stranger’s click', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const newEmail = anAddress()
    await request(owner, newEmail)
    const token = linkIn((await mailsTo(newEmail))[0])
    await expect(app.call('accounts.confirmEmail', { input: { token } })).rejects.toMatchObject(problemOf(401))
    await expect(confirm(other, token)).rejects.toMatchObject(problemOf(410))
    await expect(app.call('accounts.useLink', { input: { token } })).rejects.toMatchObject(problemOf(410))
    await expect(app.call('accounts.resetPassword', { input: { token, password: 'Maple-canoe-47' } })).rejects.toMatchObject(problemOf(410))
    advance(day)
    await expect(confirm(owner, token)).rejects.toMatchObject(problemOf(410))
    expect(await owner.call('accounts.details')).toMatchObject({ email: owner.email, newEmail: null })
  })

  test('ACC-3 has one request; another, canceling or a new password ends it', async () => {
    const owner = await anOwner()
    const [first, second] = [anAddress(), anAddress()]
    await request(owner, first)
    await mailsTo(first)
    await request(owner, second)
    const links = [linkIn((await mailsTo(first))[0]), linkIn((await mailsTo(second))[0])]
    expect(await owner.call('accounts.details')).toMatchObject({ newEmail: second })
    await expect(confirm(owner, links[0] ?? '')).rejects.toMatchObject(problemOf(410))
    await owner.call('accounts.cancelEmailChange', { input: {} })
    await expect(confirm(owner, links[1] ?? '')).rejects.toMatchObject(problemOf(410))

    await request(owner, second)
    const last = linkIn((await mailsTo(second)).at(-1))
    await owner.call('accounts.changePassword', { input: { current: 'Open-Sesame-1', password: 'Maple-canoe-47' } })
    const again = await signedInAs(app, owner.email)
    await expect(confirm(again, last)).rejects.toMatchObject(problemOf(410))
  })

  test('ACC-3 a taken address is answered like a free one; only its owner is mailed', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const free = await request(await anOwner(), anAddress())
    expect(await request(owner, other.email)).toEqual(free)
    expect(await owner.call('accounts.details')).toMatchObject({ newEmail: other.email })
    const [mail, ...more] = await mailsTo(other.email)
    expect([mail?.subject, more]).toEqual(['This email already has a Carte account', []])
    expect(linkIn(mail)).toBe('')
  })

  test('ACC-3 an address that is signed up with before the link is used stays theirs', async () => {
    const owner = await anOwner()
    const newEmail = anAddress()
    await request(owner, newEmail)
    const token = linkIn((await mailsTo(newEmail))[0])
    const other = await anOwner()
    await updateAccount(app.deps.db, other.accountId, { email: newEmail })
    await expect(confirm(owner, token)).rejects.toMatchObject(problemOf(410))
    expect(await owner.call('accounts.details')).toMatchObject({ email: owner.email })
  })

  test('ACC-3 requires a recent login and another address, and is limited', async () => {
    const owner = await anOwner()
    await expect(request(owner, owner.email)).rejects.toMatchObject(problemOf(422, 'already'))
    const newEmail = anAddress()
    for (let time = 0; time < 2; time++) await request(owner, newEmail)
    await expect(request(owner, newEmail)).rejects.toMatchObject(problemOf(429))
    advance(16 * minute)
    await expect(request(owner, anAddress())).rejects.toMatchObject(problemOf(401))
  })

  test('ACC-3 ends links mailed to the previous address; sessions and passkeys stay', async () => {
    const owner = await anOwner()
    await insertPasskey(app.deps.db, {
      accountId: owner.accountId,
      id: newId(),
      credentialId: `key of ${owner.email}`,
      publicKey: Buffer.from('key'),
      signCount: 0,
      transports: [],
      name: 'Phone',
      createdAt: now,
    })
    const other = await signedInAs(app, owner.email)
    const newEmail = anAddress()
    await request(owner, newEmail)
    const token = linkIn((await mailsTo(newEmail))[0])
    await app.call('accounts.requestReset', { input: { email: owner.email } })
    const reset = linkIn((await mailsTo(owner.email)).at(-1))
    await confirm(owner, token)
    const chosen = { token: reset, password: 'Maple-canoe-47' }
    await expect(app.call('accounts.resetPassword', { input: chosen })).rejects.toMatchObject(problemOf(410))
    expect(await other.call('accounts.loginMethods')).toMatchObject({ passkeys: [{ name: 'Phone' }] })
  })

  test('ACC-3 the audit log names both addresses', async () => {
    const owner = await anOwner()
    const newEmail = anAddress()
    await request(owner, newEmail)
    await confirm(owner, linkIn((await mailsTo(newEmail))[0]))
    const { rows } = await app.deps.db.execute(
      sql`select act, actor, detail from operator_act where account_id = ${owner.accountId} order by at`,
    )
    expect(rows).toEqual([{ act: 'account.email', actor: owner.email, detail: { account: newEmail } }])
  })

  test.each(['en', 'fr', 'ro'])('ACC-3 each mail about it has words of its own (%s)', (language) => {
    const kinds = ['link', 'taken', 'notice', 'changed'] as const
    const letters = kinds.map((kind) =>
      emailChangeMail(kind, { language, productName: 'Carte', newEmail: 'new@example.com', address: 'https://x.example' }),
    )
    expect(new Set(letters.map(({ subject }) => subject)).size).toBe(4)
    for (const { subject, text } of letters) expect(subject + text).not.toMatch(/[{}]/)
  })
})

test('ACC-3 an account at an accepted domain does not leave it', async () => {
  await using closed = await anApp({ settings: { signUp: ['example.com'] }, outside: { clock: { now: () => now } } })
  const owner = await signedIn(closed, (await aCard(closed.deps)).id)
  const request = (email: string) => owner.call('accounts.requestEmailChange', { input: { email } })
  await expect(request('ada@elsewhere.example')).rejects.toMatchObject(problemOf(403))
  expect(await request('ada@example.com')).toMatchObject({ success: 1 })
})

describe('a mailed link', () => {
  test('AUTH-8 is checked without being used; used, unknown and other kinds look alike', async () => {
    const { email } = await anOwner()
    const check = (kind: 'login' | 'password' | 'email', token: string) => app.call('accounts.checkLink', { input: { kind, token } })
    await app.call('accounts.requestReset', { input: { email } })
    const token = linkIn((await mailsTo(email)).at(-1))
    expect(await check('password', token)).toEqual({ isValid: true })
    const invalid = { isValid: false }
    expect([await check('login', token), await check('email', token), await check('password', 'x'.repeat(43))]).toEqual([
      invalid,
      invalid,
      invalid,
    ])
    await app.call('accounts.resetPassword', { input: { token, password: 'Maple-canoe-47' } })
    expect(await check('password', token)).toEqual(invalid)
  })
})

test('AUTH-2 a session that ended with a grant says so, and only that one', async () => {
  const owner = await anOwner()
  const statusOf = (cookie: string) =>
    app
      .ask('/bff/user', { headers: { 'x-csrf': '1', cookie } })
      .then(async (answer) => ((await answer.json()) as { Status?: string }).Status)
  await app.deps.changes.write((tx) => setAdmin(tx, owner.email, true))
  expect(await statusOf(owner.cookie)).toBe('AccessChanged')
  expect(await statusOf('__Host-session=unknown')).toBe('NotAuthenticated')
})
