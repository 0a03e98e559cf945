import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { updateAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/signed-in.ts'

let app: TestApp
const mails: Mail[] = []
let now = new Date('2036-06-15T12:00:00Z')
let steadyMs = 1_000_000
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ settings: { trustProxy: true }, outside: { mailer, clock: { now: () => now } }, nowMs: () => steadyMs })
})
afterAll(() => app[Symbol.asyncDispose]())

const password = 'Open-Sesame-1'
let number = 0
async function anOwner() {
  const email = `keeper${number++}@example.com`
  const owner = await signedIn(app, (await aCard(app.needs)).id)
  await updateAccount(app.needs.db, owner.accountId, { email, passwordHash: await hashPassword(password), emailVerifiedAt: now })
  return { ...owner, email }
}

let line = 0
const aLine = () => `10.${(line >> 16) & 255}.${(line >> 8) & 255}.${line++ & 255}`
/** A browser on a line of its own, or on this one, that brings along this cookie. */
const aBrowser =
  (cookie = '', address = aLine()) =>
  (path: string, body: object) =>
    app.ask(path, {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    })
const knownIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((text) => text.startsWith('__Host-known='))
    ?.split(';')[0] ?? ''
/** What a browser still has of it once it signed out: no session, and this. */
async function knownOf({ email }: { email: string }, word = password) {
  const known = knownIn(await aBrowser()('/bff/sign-in', { email, password: word }))
  expect(known).toMatch(/^__Host-known=./)
  return known
}
async function mailsTo(email: string) {
  await app.needs.jobs.settle()
  return mails.filter(({ to }) => to === email)
}
const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const wishes = [
  ['/bff/request-link', {}],
  ['/bff/request-reset', {}],
  ['/bff/sign-up', { name: 'Somebody' }],
] as const

/** One line does all it may, in every way, and once more. */
async function spendAllOf(address: string, email: string) {
  const ask = aBrowser('', address)
  const said: number[] = []
  for (const [path, more] of wishes) for (let time = 0; time < 3; time++) said.push((await ask(path, { email, ...more })).status)
  for (let guess = 0; guess < 7; guess++) said.push((await ask('/bff/sign-in', { email, password: `Wrong-Word-${guess}` })).status)
  await app.needs.jobs.settle()
  return said
}
/** Ends the windows of a minute, here and in the database, as a minute would: some of what one may is reached by waiting alone. */
async function aMinuteOn() {
  steadyMs += 61_000
  await app.needs.db.execute(sql`update limit_window set ends_at = now() where window_seconds = 60`)
}

/** Here and in the database, every window is so much older. */
async function hoursOn(hours: number) {
  steadyMs += hours * 3_600_000
  await app.needs.db.execute(sql`update limit_window set ends_at = ends_at - make_interval(hours => ${hours})`)
}

/** Takes what anybody may be given of this mailbox, from as many lines as that takes. */
async function drain(email: string) {
  await drainMails(email)
  for (let each = 0; each < 21; each++) {
    const ask = aBrowser()
    await Promise.all(Array.from({ length: 5 }, () => ask('/bff/sign-in', { email, password: 'Wrong-Word-1' })))
  }
}

async function drainMails(email: string) {
  for (let each = 0; each < 10; each++) {
    const ask = aBrowser()
    for (const [path, more] of wishes.slice(0, 2)) await ask(path, { email, ...more })
  }
  await app.needs.jobs.settle()
}

async function getsInByPassword(ask: ReturnType<typeof aBrowser>, email: string) {
  return (await ask('/bff/sign-in', { email, password })).status === 200
}
async function getsInByLink(ask: ReturnType<typeof aBrowser>, email: string) {
  const before = (await mailsTo(email)).length
  const asked = await ask('/bff/request-link', { email })
  const got = (await mailsTo(email)).slice(before)
  return asked.status === 200 && got.length === 1 && (await ask('/bff/use-link', { token: tokenIn(got[0]) })).status === 200
}

describe('a stranger who wants to keep an owner out', () => {
  test('AUTH-8 from one address leaves enough for everybody: the owner gets in from any browser, by password and by a mailed link', async () => {
    const { email } = await anOwner()
    const theirs = aLine()
    expect(await spendAllOf(theirs, email)).toContain(429)
    const anywhere = aBrowser()
    expect([await getsInByPassword(anywhere, email), await getsInByLink(anywhere, email)]).toEqual([true, true])
  })

  test('AUTH-8 on the owner’s own line keeps a known browser out no less', async () => {
    const owner = await anOwner()
    const known = await knownOf(owner)
    const theirs = aLine()
    await spendAllOf(theirs, owner.email)
    const other = aBrowser('', theirs)
    for (let press = 0; press < 31; press++) await other('/bff/use-link', { token: 'x'.repeat(43) })
    expect((await other('/bff/use-link', { token: 'x'.repeat(43) })).status).toBe(429)
    const own = aBrowser(known, theirs)
    expect([await getsInByPassword(own, owner.email), await getsInByLink(own, owner.email)]).toEqual([true, true])
  })

  test('AUTH-8 LIMIT from every line of one site leaves the mailbox open, also where their day ends within its own', async () => {
    const { email } = await anOwner()
    const asks = async (address = aLine()) => (await aBrowser('', address)('/bff/request-link', { email })).status
    const everyLine = async () => {
      for (let line = 1; line <= 12; line++) {
        await asks(`2001:db8:77:${line}::1`)
        for (let guess = 0; guess < 20; guess++)
          await aBrowser('', `2001:db8:77:${line}::2`)('/bff/sign-in', { email, password: 'Wrong-Word-1' })
        await aMinuteOn()
      }
    }
    await asks()
    await hoursOn(12)
    await asks('2001:db8:77:1::1')
    await hoursOn(12)
    expect(await asks()).toBe(200)
    await everyLine()
    await hoursOn(13)
    await everyLine()
    expect(await asks('2001:db8:77:13::1')).toBe(429)
    const anywhere = aBrowser()
    expect([await getsInByPassword(anywhere, email), await getsInByLink(anywhere, email)]).toEqual([true, true])
  })

  test('AUTH-8 from many addresses reaches who is not known, and tells them when; a known browser gets in at once', async () => {
    const owner = await anOwner()
    const known = await knownOf(owner)
    await drain(owner.email)

    for (const [path, more] of [['/bff/sign-in', { password }], ...wishes] as const) {
      const refused = await aBrowser()(path, { email: owner.email, ...more })
      expect([path, refused.status]).toEqual([path, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
      expect(await refused.json()).toMatchObject({ success: 0, message: 'Too many attempts. Try again later.' })
    }
    const own = aBrowser(known)
    expect([await getsInByPassword(own, owner.email), await getsInByLink(own, owner.email)]).toEqual([true, true])
  })

  test('AUTH-8 is told the same of a mailbox that has no account', async () => {
    const email = `nobody${number++}@example.com`
    await drain(email)
    const stranger = aBrowser()
    for (const [path, more] of [['/bff/sign-in', { password }], ...wishes] as const)
      expect([path, (await stranger(path, { email, ...more })).status]).toEqual([path, 429])
  })

  test('asks for mails to many mailboxes three hundred times a day at most', async () => {
    const ask = aBrowser()
    const statuses: number[] = []
    for (let wish = 0; wish < 304; wish++) {
      if (wish % 20 === 19) await aMinuteOn()
      const [path, more] = wishes[wish % 3] ?? wishes[0]
      statuses.push((await ask(path, { email: `crowd${wish}@example.com`, ...more })).status)
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([300, 429])
  })

  test('who signs up with a mailbox does not end the link that its owner asked for', async () => {
    const email = `wished${number++}@example.com`
    await aBrowser()('/bff/sign-up', { email, name: 'Own Name' })
    await mailsTo(email)
    for (let again = 0; again < 3; again++) {
      await aBrowser()('/bff/sign-up', { email, name: 'A Stranger' })
      await mailsTo(email)
    }
    const got = await mailsTo(email)
    expect(got).toHaveLength(4)
    const own = aBrowser()
    expect((await own('/bff/reset-password', { token: tokenIn(got[0]), password })).status).toBe(200)
    // What was never used makes nothing any more.
    expect((await own('/bff/reset-password', { token: tokenIn(got[1]), password: 'Another-Word-1' })).status).toBe(410)
  })
})

describe('a known browser', () => {
  const opensDoors = async (cookie: string, email: string) => {
    const ask = aBrowser(cookie)
    return [(await ask('/bff/sign-in', { email, password })).status, (await ask('/bff/request-link', { email })).status]
  }
  const asksForALink = async (cookie: string, email: string) => (await aBrowser(cookie)('/bff/request-link', { email })).status

  test('that is made up, of somebody else, of another place or too old gains nothing', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const [known, foreign] = [await knownOf(owner), await knownOf(other)]
    await drain(owner.email)
    const [said = '', seal = ''] = [known.slice(0, known.lastIndexOf('.')), known.slice(known.lastIndexOf('.') + 1)]
    const spoilt = [
      foreign,
      `${said.replace(/\.(\d+)\.\d+\./, '.$1.9999999999.')}.${seal}`,
      `${foreign.slice(0, foreign.lastIndexOf('.'))}.${seal}`,
      `${said}.${'A'.repeat(43)}`,
      said,
      known.replace('__Host-known', 'known'),
      `${known}x`,
      '__Host-known=',
    ]
    for (const cookie of spoilt) expect([cookie, ...(await opensDoors(cookie, owner.email))]).toEqual([cookie, 429, 429])
    const before = now
    now = new Date(now.getTime() + 366 * 86_400_000)
    const late = await opensDoors(known, owner.email)
    now = before
    expect(late).toEqual([429, 429])
    expect(await opensDoors(known, owner.email)).toEqual([200, 200])
  })

  test('is not signed in', async () => {
    const known = await knownOf(await anOwner())
    expect((await app.ask('/bff/user', { headers: { 'x-csrf': '1', cookie: known } })).status).toBe(401)
  })

  test('says no address', async () => {
    const owner = await anOwner()
    const said = (await knownOf(owner)).split('=')[1] ?? ''
    for (const part of said.split('.'))
      expect(Buffer.from(part, 'base64url').toString('latin1') + part).not.toContain(owner.email.split('@')[0])
  })

  test('that was stolen has a few tries of its own, and leaves those of the owner’s other browsers', async () => {
    const owner = await anOwner()
    const [stolen, own] = [await knownOf(owner), await knownOf(owner)]
    await drain(owner.email)
    const thief = aBrowser(stolen)
    const guesses: number[] = []
    for (let minute = 0; minute < 6; minute++) {
      for (let guess = 0; guess < 5; guess++)
        guesses.push((await thief('/bff/sign-in', { email: owner.email, password: 'Wrong-1' })).status)
      await aMinuteOn()
    }
    expect(guesses.filter((status) => status === 401)).toHaveLength(20)
    expect(await getsInByPassword(aBrowser(own), owner.email)).toBe(true)
  })

  test('of one account is a stranger to another, whose tries it does not widen', async () => {
    const [owner, attacker] = [await anOwner(), await anOwner()]
    const ask = aBrowser(await knownOf(attacker))
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++) statuses.push((await ask('/bff/sign-in', { email: owner.email, password: 'Wrong-1' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test.each(['the password changes', 'the other sessions are ended', 'one session is ended', 'its account is gone'])(
    'is a stranger once %s',
    async (what) => {
      const owner = await anOwner()
      const known = await knownOf(owner)
      await aMinuteOn()
      const ends: Record<string, () => Promise<Response>> = {
        async 'the password changes'() {
          await aBrowser()('/bff/request-reset', { email: owner.email })
          return aBrowser()('/bff/reset-password', { token: tokenIn((await mailsTo(owner.email)).at(-1)), password })
        },
        'the other sessions are ended': () => aBrowser(owner.cookie)('/bff/end-session', { id: 'others' }),
        async 'one session is ended'() {
          const other = (await owner.call('accounts.sessions')).find(({ isThisOne }) => !isThisOne)
          return aBrowser(owner.cookie)('/bff/end-session', { id: other?.id })
        },
        async 'its account is gone'() {
          await app.needs.db.execute(sql`delete from account where id = ${owner.accountId}`)
          return new Response()
        },
      }
      const ended = await ends[what]?.()
      expect(ended?.status).toBe(200)
      await drainMails(owner.email)
      expect(await asksForALink(known, owner.email)).toBe(429)
      const here = ended ? knownIn(ended) : ''
      // Who did it, and is signed in, is known anew; without an account there is nobody.
      const isGone = what === 'its account is gone'
      expect([here !== '', await asksForALink(here, owner.email)]).toEqual(isGone ? [false, 429] : [true, 200])
    },
  )
})
