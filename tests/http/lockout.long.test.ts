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
  const owner = await signedIn(app, (await aCard(app.deps)).id)
  await updateAccount(app.deps.db, owner.accountId, { email, passwordHash: await hashPassword(password), emailVerifiedAt: now })
  return { ...owner, email }
}

let addressCount = 0
const anAddress = () => `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount++ & 255}`
/** A browser at its own address, or at this one, that sends this cookie. */
const aBrowser =
  (cookie = '', address = anAddress()) =>
  (path: string, body: object) =>
    app.ask(path, {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    })
const knownCookieIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((text) => text.startsWith('__Host-known='))
    ?.split(';')[0] ?? ''
/** The cookie of a known browser, which remains after logout. */
async function knownCookieOf({ email }: { email: string }, word = password) {
  const known = knownCookieIn(await aBrowser()('/bff/sign-in', { email, password: word }))
  expect(known).toMatch(/^__Host-known=./)
  return known
}
async function mailsTo(email: string) {
  await app.deps.jobs.settle()
  return mails.filter(({ to }) => to === email)
}
const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const requests = [
  ['/bff/request-link', {}],
  ['/bff/request-reset', {}],
  ['/bff/sign-up', { name: 'Ann' }],
] as const

/** Uses up every limit of one address. */
async function useUpLimits(address: string, email: string) {
  const ask = aBrowser('', address)
  const codes: number[] = []
  for (const [path, more] of requests) for (let time = 0; time < 3; time++) codes.push((await ask(path, { email, ...more })).status)
  for (let guess = 0; guess < 7; guess++) codes.push((await ask('/bff/sign-in', { email, password: `Wrong-Word-${guess}` })).status)
  await app.deps.jobs.settle()
  return codes
}
/** Ends the windows of a minute, here and in the database, as if a minute had passed. */
async function passMinute() {
  steadyMs += 61_000
  await app.deps.db.execute(sql`update limit_window set ends_at = now() where window_seconds = 60`)
}

/** Makes every window older by this, here and in the database. */
async function passHours(hours: number) {
  steadyMs += hours * 3_600_000
  await app.deps.db.execute(sql`update limit_window set ends_at = ends_at - make_interval(hours => ${hours})`)
}

/** Uses up the limit of this mailbox, from as many addresses as that takes. */
async function useUpMailbox(email: string) {
  await useUpMails(email)
  for (let each = 0; each < 21; each++) {
    const ask = aBrowser()
    await Promise.all(Array.from({ length: 5 }, () => ask('/bff/sign-in', { email, password: 'Wrong-Word-1' })))
  }
}

async function useUpMails(email: string) {
  for (let each = 0; each < 10; each++) {
    const ask = aBrowser()
    for (const [path, more] of requests.slice(0, 2)) await ask(path, { email, ...more })
  }
  await app.deps.jobs.settle()
}

async function canUsePassword(ask: ReturnType<typeof aBrowser>, email: string) {
  return (await ask('/bff/sign-in', { email, password })).status === 200
}
async function canUseLink(ask: ReturnType<typeof aBrowser>, email: string) {
  const before = (await mailsTo(email)).length
  const linkAnswer = await ask('/bff/request-link', { email })
  const got = (await mailsTo(email)).slice(before)
  return linkAnswer.status === 200 && got.length === 1 && (await ask('/bff/use-link', { token: tokenIn(got[0]) })).status === 200
}

describe('an attacker who tries to lock an owner out', () => {
  test('AUTH-8 from one address does not lock the owner out of any browser', async () => {
    const { email } = await anOwner()
    const theirs = anAddress()
    expect(await useUpLimits(theirs, email)).toContain(429)
    const anywhere = aBrowser()
    expect([await canUsePassword(anywhere, email), await canUseLink(anywhere, email)]).toEqual([true, true])
  })

  test('AUTH-8 at the owner’s address does not lock a known browser out', async () => {
    const owner = await anOwner()
    const known = await knownCookieOf(owner)
    const theirs = anAddress()
    await useUpLimits(theirs, owner.email)
    const other = aBrowser('', theirs)
    for (let attempt = 0; attempt < 31; attempt++) await other('/bff/use-link', { token: 'x'.repeat(43) })
    expect((await other('/bff/use-link', { token: 'x'.repeat(43) })).status).toBe(429)
    const own = aBrowser(known, theirs)
    expect([await canUsePassword(own, owner.email), await canUseLink(own, owner.email)]).toEqual([true, true])
  })

  test('AUTH-8 LIMIT from all networks of one site leaves the mailbox open', async () => {
    const { email } = await anOwner()
    const requestLink = async (address = anAddress()) => (await aBrowser('', address)('/bff/request-link', { email })).status
    const everyNetwork = async () => {
      for (let addressCount = 1; addressCount <= 12; addressCount++) {
        await requestLink(`2001:db8:77:${addressCount}::1`)
        for (let guess = 0; guess < 20; guess++)
          await aBrowser('', `2001:db8:77:${addressCount}::2`)('/bff/sign-in', { email, password: 'Wrong-Word-1' })
        await passMinute()
      }
    }
    await requestLink()
    await passHours(12)
    await requestLink('2001:db8:77:1::1')
    await passHours(12)
    expect(await requestLink()).toBe(200)
    await everyNetwork()
    await passHours(13)
    await everyNetwork()
    expect(await requestLink('2001:db8:77:13::1')).toBe(429)
    const anywhere = aBrowser()
    expect([await canUsePassword(anywhere, email), await canUseLink(anywhere, email)]).toEqual([true, true])
  })

  test('AUTH-8 from many addresses limits unknown browsers, and no known one', async () => {
    const owner = await anOwner()
    const known = await knownCookieOf(owner)
    await useUpMailbox(owner.email)

    for (const [path, more] of [['/bff/sign-in', { password }], ...requests] as const) {
      const refused = await aBrowser()(path, { email: owner.email, ...more })
      expect([path, refused.status]).toEqual([path, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
      expect(await refused.json()).toMatchObject({ success: 0, message: 'Too many attempts. Try again later.' })
    }
    const own = aBrowser(known)
    expect([await canUsePassword(own, owner.email), await canUseLink(own, owner.email)]).toEqual([true, true])
  })

  test('AUTH-8 gets the same answer for a mailbox without an account', async () => {
    const email = `person${number++}@example.com`
    await useUpMailbox(email)
    const stranger = aBrowser()
    for (const [path, more] of [['/bff/sign-in', { password }], ...requests] as const)
      expect([path, (await stranger(path, { email, ...more })).status]).toEqual([path, 429])
  })

  test('can request mails to many mailboxes at most 300 times a day', async () => {
    const ask = aBrowser()
    const statuses: number[] = []
    for (let turn = 0; turn < 304; turn++) {
      if (turn % 20 === 19) await passMinute()
      const [path, more] = requests[turn % 3] ?? requests[0]
      statuses.push((await ask(path, { email: `many${turn}@example.com`, ...more })).status)
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([300, 429])
  })

  test('signing up with a mailbox does not end its owner’s link', async () => {
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
    // An unused link no longer creates an account.
    expect((await own('/bff/reset-password', { token: tokenIn(got[1]), password: 'Another-Word-1' })).status).toBe(410)
  })
})

describe('a known browser', () => {
  const canLogIn = async (cookie: string, email: string) => {
    const ask = aBrowser(cookie)
    return [(await ask('/bff/sign-in', { email, password })).status, (await ask('/bff/request-link', { email })).status]
  }
  const canRequestLink = async (cookie: string, email: string) => (await aBrowser(cookie)('/bff/request-link', { email })).status

  test('that is forged, another person’s, of another site or too old has no reserve', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const [known, foreign] = [await knownCookieOf(owner), await knownCookieOf(other)]
    await useUpMailbox(owner.email)
    const [codes = '', seal = ''] = [known.slice(0, known.lastIndexOf('.')), known.slice(known.lastIndexOf('.') + 1)]
    const spoilt = [
      foreign,
      `${codes.replace(/\.(\d+)\.\d+\./, '.$1.9999999999.')}.${seal}`,
      `${foreign.slice(0, foreign.lastIndexOf('.'))}.${seal}`,
      `${codes}.${'A'.repeat(43)}`,
      codes,
      known.replace('__Host-known', 'known'),
      `${known}x`,
      '__Host-known=',
    ]
    for (const cookie of spoilt) expect([cookie, ...(await canLogIn(cookie, owner.email))]).toEqual([cookie, 429, 429])
    const before = now
    now = new Date(now.getTime() + 366 * 86_400_000)
    const afterwards = await canLogIn(known, owner.email)
    now = before
    expect(afterwards).toEqual([429, 429])
    expect(await canLogIn(known, owner.email)).toEqual([200, 200])
  })

  test('is not signed in', async () => {
    const known = await knownCookieOf(await anOwner())
    expect((await app.ask('/bff/user', { headers: { 'x-csrf': '1', cookie: known } })).status).toBe(401)
  })

  test('contains no email address', async () => {
    const owner = await anOwner()
    const codes = (await knownCookieOf(owner)).split('=')[1] ?? ''
    for (const part of codes.split('.'))
      expect(Buffer.from(part, 'base64url').toString('latin1') + part).not.toContain(owner.email.split('@')[0])
  })

  test('that was stolen has its own few tries, separate from other browsers', async () => {
    const owner = await anOwner()
    const [stolen, own] = [await knownCookieOf(owner), await knownCookieOf(owner)]
    await useUpMailbox(owner.email)
    const thief = aBrowser(stolen)
    const guesses: number[] = []
    for (let minute = 0; minute < 6; minute++) {
      for (let guess = 0; guess < 5; guess++)
        guesses.push((await thief('/bff/sign-in', { email: owner.email, password: 'Wrong-1' })).status)
      await passMinute()
    }
    expect(guesses.filter((status) => status === 401)).toHaveLength(20)
    expect(await canUsePassword(aBrowser(own), owner.email)).toBe(true)
  })

  test('of one account has no reserve for another', async () => {
    const [owner, attacker] = [await anOwner(), await anOwner()]
    const ask = aBrowser(await knownCookieOf(attacker))
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++) statuses.push((await ask('/bff/sign-in', { email: owner.email, password: 'Wrong-1' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test.each(['the password changes', 'the other sessions are ended', 'one session is ended', 'its account is deleted'])(
    'is unknown once %s',
    async (what) => {
      const owner = await anOwner()
      const known = await knownCookieOf(owner)
      await passMinute()
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
        async 'its account is deleted'() {
          await app.deps.db.execute(sql`delete from account where id = ${owner.accountId}`)
          return new Response()
        },
      }
      const ended = await ends[what]?.()
      expect(ended?.status).toBe(200)
      await useUpMails(owner.email)
      expect(await canRequestLink(known, owner.email)).toBe(429)
      const here = ended ? knownCookieIn(ended) : ''
      // The person who did it and logged in is known again; without an account there is no one to know.
      const isGone = what === 'its account is deleted'
      expect([here !== '', await canRequestLink(here, owner.email)]).toEqual(isGone ? [false, 429] : [true, 200])
    },
  )
})
