import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { globSync, readFileSync } from 'node:fs'
import { isProblem } from '#contract/api.ts'
import { createAccount } from '#server/accounts/sign-up/create-account.ts'
import { makeInvitation, revokeInvitation } from '#server/accounts/sign-up/make-invitation.ts'
import { newId } from '#server/database/new-id.ts'
import type { Mail } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'

const mails: Mail[] = []
let now = new Date('2026-06-01T12:00:00Z')
const outside = {
  mailer: { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} },
  clock: { now: () => now },
}
const domains = ['example.com', '*.example.org', 'xn--mller-kva.example']

let open: TestApp
let invited: TestApp
let byDomain: TestApp
let off: TestApp
beforeAll(async () => {
  open = await anApp({ settings: { trustProxy: true }, outside })
  const { databaseUrl, dataDir } = open.settings
  const twin = (signUp: Settings['signUp']) => anApp({ settings: { databaseUrl, dataDir, trustProxy: true, signUp }, outside })
  ;[invited, byDomain, off] = await Promise.all([twin('invited'), twin(domains), twin('off')])
})
afterAll(async () => {
  for (const app of [off, byDomain, invited, open]) await app[Symbol.asyncDispose]()
})

let number = 0
const anEmail = (host = 'elsewhere.example') => `person${number++}@${host}`
const fromAnywhere = () => ({ 'x-forwarded-for': `10.9.${number++ % 256}.${number % 256}` })
async function post(app: TestApp, path: string, body: object) {
  const headers = { 'x-csrf': '1', 'content-type': 'application/json', ...fromAnywhere() }
  const answer = await app.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { requestId: _, ...content } = (await answer.json()) as { message: string; requestId?: string }
  return { status: answer.status, ...content }
}
const signUp = (app: TestApp, email: string, more: object = {}) => post(app, '/bff/sign-up', { name: 'Ida Berg', email, ...more })
async function tokenFor(app: TestApp, email: string) {
  await app.deps.jobs.settle()
  return /token=([\w-]+)/.exec(mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
}
const useLink = async (app: TestApp, email: string) => post(app, '/bff/use-link', { token: await tokenFor(app, email) })
const accountOf = async (email: string) =>
  (await open.deps.db.execute<{ is_operator: boolean }>(sql`select is_operator from account where email = ${email}`)).rows[0]
const invite = (more: Partial<{ note: string; maxUses: number; days: number }> = {}) =>
  makeInvitation(open.deps.db, { note: '', maxUses: 1, days: 7, ...more }, now)
const usesOf = async (id: string) =>
  (await open.deps.db.execute<{ uses: number }>(sql`select uses from invitation where id = ${id}`)).rows[0]?.uses

const byInvitation = 'This site is by invitation. Ask its administrator for a link.'
const isUsed = 'This invitation has been used or has expired. Ask the administrator for a new one.'

test('only sign-ups and what administrators add create accounts', () => {
  const creators = globSync('{server,cli}/**/*.ts').filter(
    (file) =>
      !file.endsWith('.test.ts') && /\bfindOrCreateAccount\(|insert\(accounts\)|insert into account\b/.test(readFileSync(file, 'utf8')),
  )
  expect(creators.sort()).toEqual([
    'server/accounts/account-store.ts',
    'server/accounts/add-owner.ts',
    'server/accounts/sign-up/create-account.ts',
  ])
})

describe('ACCOUNT-6 SIGN_UP', () => {
  test('invited refuses a sign-up without an invitation, and sends no mail', async () => {
    const email = anEmail()
    expect(await signUp(invited, email)).toEqual({ status: 403, type: '/problems/sign-up-invited', success: 0, message: byInvitation })
    expect(await tokenFor(invited, email)).toBe('')
  })

  test('off refuses everyone, invited people too', async () => {
    const { token } = await invite()
    const rejected = { status: 403, type: '/problems/sign-up-off', success: 0, message: 'This site doesn’t accept sign-ups.' }
    expect(await signUp(off, anEmail())).toEqual(rejected)
    expect(await signUp(off, anEmail(), { invitation: token })).toEqual(rejected)
  })

  test.each([
    ['example.com', 200],
    ['EXAMPLE.com', 200],
    ['sub.example.com', 403],
    ['notexample.com', 403],
    ['a.example.org', 200],
    ['a.b.example.org', 200],
    ['example.org', 403],
    ['evil-example.org', 403],
    ['xn--mller-kva.example', 200],
    ['example.com.evil.example', 403],
  ])('a list of domains answers an address at %s with %i', async (host, status) => {
    const email = anEmail(host)
    const answer = await signUp(byDomain, email)
    const made = status === 200 ? (await useLink(byDomain, email.toLowerCase())).status : 403
    expect([answer.status, made, answer.message.includes('certain email domains only')]).toEqual([status, status, status === 403])
  })

  test('a list of domains also admits invited people', async () => {
    const { id, token } = await invite()
    const email = anEmail()
    expect((await signUp(byDomain, email, { invitation: token })).status).toBe(200)
    expect((await useLink(byDomain, email)).status).toBe(200)
    const listed = anEmail('example.com')
    await signUp(byDomain, listed, { invitation: token })
    expect((await useLink(byDomain, listed)).status).toBe(200)
    expect(await usesOf(id)).toBe(1)
  })

  test.each(['invited', 'byDomain', 'off'] as const)('%s refuses an address with and without an account alike', async (mode) => {
    const app = { invited, byDomain, off }[mode]
    const { email } = await signedIn(open, (await aCard(open.deps)).id)
    const known = email.replace('@example.com', '@known.example')
    await open.deps.db.execute(sql`update account set email = ${known} where email = ${email}`)
    expect(await signUp(app, known)).toEqual(await signUp(app, anEmail('known.example')))
    // They still log in.
    expect((await post(app, '/bff/request-link', { email: known })).status).toBe(200)
    expect((await useLink(app, known)).status).toBe(200)
  })

  test('a link from before the setting changed no longer creates an account', async () => {
    const email = anEmail()
    expect((await signUp(open, email)).status).toBe(200)
    const token = await tokenFor(open, email)
    expect(await post(off, '/bff/use-link', { token })).toMatchObject({ status: 403 })
    expect(await post(off, '/bff/reset-password', { token, password: 'Quiet-River-Holloway-7' })).toMatchObject({ status: 403 })
    expect(await accountOf(email)).toBeUndefined()
    expect((await post(open, '/bff/use-link', { token })).status).toBe(200)
  })
})

describe('ACCOUNT-6 an invitation', () => {
  test('admits one person, with a password, and is used up', async () => {
    const { id, token } = await invite()
    const [email, slow] = [anEmail(), anEmail()]
    expect((await signUp(invited, email, { invitation: token })).status).toBe(200)
    expect((await signUp(invited, slow, { invitation: token })).status).toBe(200)
    expect(await usesOf(id)).toBe(0)
    const set = await post(invited, '/bff/reset-password', { token: await tokenFor(invited, email), password: 'Quiet-River-Holloway-7' })
    expect([set.status, await usesOf(id)]).toEqual([200, 1])
    // The other person's mail was sent while it was unused.
    const rejected = { status: 410, type: '/problems/invitation-used', success: 0, message: isUsed }
    expect(await useLink(invited, slow)).toEqual(rejected)
    expect(await signUp(invited, anEmail(), { invitation: token })).toEqual(rejected)
    expect(await accountOf(slow)).toBeUndefined()
  })

  test.each([1, 3])('for %i admits exactly as many of ten people at once', async (maxUses) => {
    const { id } = await invite({ maxUses })
    const make = (email: string) =>
      invited.deps.db.transaction((tx) =>
        createAccount(tx, { email, name: '', language: '', admission: { invitationId: id } }, { settings: { signUp: 'invited' }, now }),
      )
    const emails = Array.from({ length: 10 }, () => anEmail())
    const outcomes = await Promise.allSettled(emails.map(make))
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused.map((reason) => isProblem(reason) && reason.problem.type)).toEqual(
      Array.from({ length: 10 - maxUses }, () => '/problems/invitation-used'),
    )
    expect((await Promise.all(emails.map(accountOf))).filter(Boolean)).toHaveLength(maxUses)
    expect(await usesOf(id)).toBe(maxUses)
  })

  test('is used once by a person who opens two mails at once', async () => {
    const { id, token } = await invite({ maxUses: 5 })
    const email = anEmail()
    await signUp(invited, email, { invitation: token })
    const first = await tokenFor(invited, email)
    await signUp(invited, email, { invitation: token })
    const second = await tokenFor(invited, email)
    expect(first).not.toBe(second)
    await Promise.all([first, second].map((each) => post(invited, '/bff/use-link', { token: each })))
    expect([await usesOf(id), await accountOf(email)]).toEqual([1, { is_operator: false }])
  })

  test('is not used by a person who has an account', async () => {
    const { email } = await signedIn(open, (await aCard(open.deps)).id)
    const { id, token } = await invite()
    expect((await signUp(invited, email, { invitation: token })).status).toBe(200)
    expect((await useLink(invited, email)).status).toBe(200)
    expect(mails.findLast(({ to }) => to === email)?.subject).toContain('You already have')
    expect(await usesOf(id)).toBe(0)
  })

  test('ends, and can be revoked between the request and the mail', async () => {
    const { token } = await invite({ days: 1 })
    const { id: revokedId, token: revoked } = await invite()
    const email = anEmail()
    await signUp(invited, email, { invitation: revoked })
    await revokeInvitation(open.deps.db, revokedId)
    expect(await useLink(invited, email)).toMatchObject({ status: 410 })
    const before = now
    now = new Date(now.getTime() + 86_400_000)
    try {
      expect(await signUp(invited, anEmail(), { invitation: token })).toMatchObject({ status: 410 })
    } finally {
      now = before
    }
    for (const unknown of ['', 'x', 'a'.repeat(43)])
      expect((await signUp(invited, anEmail(), { invitation: unknown })).status).toBe(unknown === '' ? 403 : 410)
    await expect(revokeInvitation(open.deps.db, newId())).rejects.toMatchObject({ problem: { type: '/problems/not-found' } })
  })

  test('only its hash is stored', async () => {
    const { token } = await invite({ note: 'For the office' })
    const { rows } = await open.deps.db.execute(sql`select to_jsonb(x)::text as row from invitation x`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('an administrator makes, lists and revokes it, with audit entries', async () => {
    const admin = await signedIn(invited, (await aCard(open.deps)).id)
    await expect(admin.call('admin.invitations', { query: {} })).rejects.toMatchObject({ problem: { status: 404 } })
    await expect(admin.call('admin.invite', { input: { note: '', maxUses: 1, days: 7 } })).rejects.toMatchObject({
      problem: { status: 404 },
    })
    await open.deps.db.execute(sql`update account set is_operator = true where id = ${admin.accountId}`)
    const { id, link } = await admin.call('admin.invite', { input: { note: 'Harbor office', maxUses: 2, days: 30 } })
    expect(link).toMatch(/^http:\/\/localhost:3000\/account\/sign-up\?invitation=[\w-]{43}$/)
    const token = new URL(link).searchParams.get('invitation') ?? ''
    const state = (invitation: string) => invited.call('accounts.signUpState', { query: { invitation } })
    expect(await state(token)).toMatchObject({ invitation: 'valid' })
    const find = async () => (await admin.call('admin.invitations', { query: {} })).invitations.find((one) => one.id === id)
    expect(await find()).toMatchObject({ note: 'Harbor office', uses: 0, maxUses: 2, isUsable: true })
    expect(JSON.stringify(await admin.call('admin.invitations', { query: {} }))).not.toContain(token)

    await admin.call('admin.revokeInvitation', { input: { id } })
    expect([await find(), (await state(token)).invitation]).toEqual([undefined, 'invalid'])
    await expect(admin.call('admin.revokeInvitation', { input: { id } })).rejects.toMatchObject({ problem: { status: 404 } })
    const { acts } = await admin.call('admin.auditLog', { query: { about: 'access' } })
    expect(
      acts
        .map(({ act }) => act)
        .toSorted()
        .slice(0, 2),
    ).toEqual(['invitation.create', 'invitation.revoke'])
    for (const wrong of [{ maxUses: 0 }, { maxUses: 10_001 }, { days: 0 }, { days: 366 }, { maxUses: 1.5 }, { note: 'x'.repeat(201) }])
      await expect(admin.call('admin.invite', { input: { note: '', maxUses: 1, days: 7, ...wrong } })).rejects.toMatchObject({
        problem: { status: 422 },
      })
  })
})
