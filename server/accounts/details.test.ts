import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateAccount } from '#server/accounts/account-store.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'

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
  test('AUTH-8 is changed with the current one; other devices and mailed links end, and they get an email', async () => {
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

  test('AUTH-8 a wrong current one is refused and limited like a login, and changes nothing', async () => {
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
