import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/integrations/log.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { retryJobs } from '../../../tests/harness/retry-jobs.ts'
import { signedIn, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { mailServerStandIn, type MailServerStandIn } from '../../../tests/stand-ins/mail-server.ts'
import { accounts } from '../tables.ts'

const start = new Date('2036-06-15T15:00:00Z')
const dayMs = 86_400_000
let now = start
let logged = ''
let steadyMs = 0
let server: MailServerStandIn
let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await mailServerStandIn()
  const log = createLog('info', (lines) => (logged += lines))
  app = await anApp({
    settings: { smtpUrl: `smtp://127.0.0.1:${server.port}` },
    outside: { log, clock: { now: () => now } },
    nowMs: () => steadyMs,
  })
  admin = await anOwner().then(({ owner }) => owner)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  now = start
  steadyMs += 120_000
  server.recipients.clear()
  await app.deps.db.execute(sql`delete from refused_recipient`)
})

const days = (count: number) => new Date(start.getTime() + count * dayMs)
const gotBy = (address: string) => server.received.filter(({ to }) => to.includes(address)).length
async function anOwner() {
  const card = await aCard(app.deps)
  return { card, owner: await signedIn(app, card.id) }
}
async function notifyAbout(subjectId: string, at = now) {
  now = at
  const { id: contactId } = await aContact(app.deps, subjectId, { dateCreated: now })
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.mail', { subjectId, contactId })
  await app.deps.jobs.settle()
}
/** At the time of the login: sessions end after idle days. */
const asAdmin = () => {
  now = start
  return admin
}
const refusedMails = () => asAdmin().call('admin.refusedMails', { query: {} })
const waitingMails = async () =>
  (await app.deps.db.execute(sql`select 1 from jobs.job where name = 'contacts.mail' and state in ('created', 'retry')`)).rows.length

describe('a permanent refusal', () => {
  test('is recorded with the answer and the card, logged and counted, and not retried', async () => {
    const { card, owner } = await anOwner()
    server.recipients.set(owner.email, 'nobody-there')
    logged = ''
    await notifyAbout(card.id)
    expect(await waitingMails()).toBe(0)
    const { refused } = await refusedMails()
    expect(refused).toEqual([
      {
        id: expect.any(String),
        address: owner.email,
        alias: card.alias,
        step: { step: 'recipientRefused', values: { to: owner.email, answer: `550 <${owner.email}> does not exist` } },
        count: 1,
        firstAt: start.toISOString(),
        lastAt: start.toISOString(),
        isPaused: false,
      },
    ])
    app.deps.log.flush()
    expect(logged).toContain('"event":"mail-refused"')
    expect(logged).not.toMatch(/owner-\w+@|job-failed/)
    expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_events_total\{event="mail-refused",level="warn"\} 1$/m)
  })

  test('of one owner doesn’t keep the mail from another', async () => {
    const { card, owner } = await anOwner()
    const other = await signedIn(app, card.id)
    server.recipients.set(owner.email, 'nobody-there')
    await notifyAbout(card.id)
    expect([gotBy(owner.email), gotBy(other.email)]).toEqual([0, 1])
  })

  test.each(['greylisting', 'hung-up'] as const)('%s is retried and not recorded', async (mood) => {
    const { card, owner } = await anOwner()
    server.recipients.set(owner.email, mood)
    await notifyAbout(card.id)
    expect((await refusedMails()).refused).toEqual([])
    server.recipients.clear()
    await retryJobs(app.deps)
    expect(gotBy(owner.email)).toBe(1)
  })

  test('of an erased contact’s card is erased with the contact', async () => {
    const { card, owner } = await anOwner()
    const { id: contactId } = await aContact(app.deps, card.id, { emailAddress: 'Gone@example.com', dateCreated: now })
    server.recipients.set('Gone@example.com', 'nobody-there')
    await app.deps.jobs.enqueue(app.deps.db, 'contacts.mail-card', { subjectId: card.id, contactId, language: 'en' })
    await app.deps.jobs.settle()
    expect((await refusedMails()).refused).toMatchObject([{ address: 'gone@example.com', alias: card.alias }])
    await owner.call('contacts.erase', { input: { clientId: contactId } })
    expect((await refusedMails()).refused).toEqual([])
  })
})

describe('after three refusals', () => {
  async function aPausedOwner(at = [0, 15, 29]) {
    const made = await anOwner()
    server.recipients.set(made.owner.email, 'nobody-there')
    for (const day of at) await notifyAbout(made.card.id, days(day))
    server.recipients.clear()
    return made
  }

  test('within 30 days no notification is sent until it is cleared', async () => {
    const { card, owner } = await aPausedOwner()
    await notifyAbout(card.id, days(80))
    expect([gotBy(owner.email), await waitingMails()]).toEqual([0, 0])
    const { refused } = await refusedMails()
    expect(refused).toMatchObject([{ count: 3, isPaused: true, firstAt: days(0).toISOString(), lastAt: days(29).toISOString() }])
    await asAdmin().call('admin.clearRefusedMail', { input: { id: refused[0]?.id ?? '' } })
    await notifyAbout(card.id)
    expect(gotBy(owner.email)).toBe(1)
    const { acts } = await admin.call('admin.auditLog', { query: { q: 'mail.clear' } })
    expect(acts.map(({ alias, detail }) => ({ alias, detail }))).toEqual([{ alias: card.alias, detail: {} }])
  })

  test('spread over a longer time, notifications continue', async () => {
    const { card, owner } = await aPausedOwner([0, 15, 31])
    await notifyAbout(card.id)
    expect(gotBy(owner.email)).toBe(1)
  })

  test('login links are tried, and an accepted one clears it', async () => {
    const { card, owner } = await aPausedOwner()
    await app.call('accounts.requestLink', { input: { email: owner.email } })
    await app.deps.jobs.settle()
    expect(gotBy(owner.email)).toBe(1)
    expect((await refusedMails()).refused).toEqual([])
    await notifyAbout(card.id)
    expect(gotBy(owner.email)).toBe(2)
  })

  test('contacts held for review don’t count as announced', async () => {
    const { card } = await aPausedOwner()
    const { id } = await aContact(app.deps, card.id, { isQuarantined: true, dateCreated: now })
    await app.deps.db.execute(sql`update subscription set paid_until = '2040-01-01' where subject_id = ${card.id}`)
    await app.deps.jobs.enqueue(app.deps.db, 'contacts.mail-quarantine', { subjectId: card.id, isSpamBurst: false })
    await app.deps.jobs.settle()
    const { rows } = await app.deps.db.execute(sql`select held_told_at as at from contact where id = ${id}`)
    expect(rows).toEqual([{ at: null }])
  })
})

describe('an owner', () => {
  test('sees their own refused address and can retry; others don’t see it', async () => {
    const { card, owner } = await anOwner()
    const [coOwner, { owner: stranger }] = [await signedIn(app, card.id), await anOwner()]
    // Visitors write some of the text, so a refused message pauses nothing.
    server.recipients.set(owner.email, 'spam')
    for (const _ of [1, 2, 3]) await notifyAbout(card.id)
    const found = { answer: '554 5.7.1 This looks like spam [2J', lastAt: start.toISOString(), isPaused: false }
    expect(await owner.call('accounts.mailRejection')).toEqual({ rejection: found })
    for (const other of [coOwner, stranger]) {
      expect(await other.call('accounts.mailRejection')).toEqual({ rejection: null })
      await other.call('accounts.clearMailRejection', { input: {} })
    }
    expect((await refusedMails()).refused).toHaveLength(1)
    await owner.call('accounts.clearMailRejection', { input: {} })
    expect(await owner.call('accounts.mailRejection')).toEqual({ rejection: null })
    await expect(app.call('accounts.mailRejection')).rejects.toMatchObject({ problem: { status: 401 } })
  })

  test('can’t read or clear the administrators’ list', async () => {
    const { owner } = await anOwner()
    await expect(owner.call('admin.refusedMails', { query: {} })).rejects.toMatchObject({ problem: { status: 404 } })
    const input = { id: crypto.randomUUID() }
    await expect(owner.call('admin.clearRefusedMail', { input })).rejects.toMatchObject({ problem: { status: 404 } })
    await expect(admin.call('admin.clearRefusedMail', { input })).rejects.toMatchObject({ problem: { status: 404 } })
  })
})

test('administrators page through the list, the newest first', async () => {
  await app.deps.db.execute(sql`insert into refused_recipient (id, address, step, answer, first_at, last_at, recent_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', 'recipientRefused', '550', now(), now(), array[now()]
    from generate_series(1, 51) n`)
  const first = await refusedMails()
  expect([first.refused.length, first.refused[0]?.address]).toEqual([50, '51@example.com'])
  const second = await admin.call('admin.refusedMails', { query: { from: first.next ?? '' } })
  expect([second.refused.map(({ address }) => address), second.next]).toEqual([['1@example.com'], null])
})
