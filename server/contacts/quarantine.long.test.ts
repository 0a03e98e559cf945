import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retention } from '#contract/accounts/retention.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact, anEntry } from '../../tests/factories/contacts.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { retryJobs } from '../../tests/harness/retry-jobs.ts'
import { whileLocked } from '../../tests/harness/while-locked.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'
import { countContacts, markViewed, setOwnerNotes } from './contact-store.ts'

const dayMs = 86_400_000
const start = new Date('2036-06-15T09:00:00Z')
let now = start
let app: TestApp
const { mailer, mails, full } = mailboxes()
beforeAll(async () => {
  app = await anApp({ settings: { captchaCost: 1 }, outside: { mailer, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => full.clear())

async function anOwnedCard(fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, fields)
  return { ...card, owner: await signedIn(app, card.id) }
}
const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })
const addressOf = (n: number) => `10.7.${Math.floor(n / 250)}.${(n % 250) + 1}`
/** As the form sends it without a script: no solved captcha. */
async function sendUnproved(alias: string, name: string, address: string): Promise<number> {
  const { submissionId, seal } = await app.deps.captcha.seal(alias)
  now = new Date(now.getTime() + 4000)
  const headers = { 'content-type': 'application/json', 'x-csrf': '1' }
  const body = JSON.stringify(anEntry({ alias, name, submissionId, reCaptchaResponse: seal }))
  const request = new Request(`${app.settings.publicUrl}/remote/api/public/connect-client`, { method: 'POST', headers, body })
  return (await app.fetch(request, from(address))).status
}
async function sendProved(alias: string, name: string): Promise<void> {
  const challenge = await app.call('contacts.challenge', { query: { alias, action: 'carte/connect_client' } })
  const proof = { reCaptchaResponse: await solveCaptcha(challenge), reCaptchaAction: 'carte/connect_client' }
  await app.call('contacts.submit', { input: anEntry({ alias, name, ...proof }) })
}
const list = async (owner: Pick<SignedIn, 'call'>, input: object = {}) =>
  owner.call('contacts.search', { params: { page: 1, pageSize: 100, tag: 'none' }, input: { SearchFor: '', ...input } })
const countOf = async (id: string, isQuarantined: boolean) => {
  const { rows } = await app.deps.db.execute<{ n: number }>(
    sql`select count(*)::int as n from contact where subject_id = ${id} and is_held = ${isQuarantined}`,
  )
  return rows[0]?.n
}
const subjectsTo = async ({ email }: SignedIn) => {
  await app.deps.jobs.settle()
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
const cleanUpAt = async (at: Date) => {
  now = at
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.cleanup', {})
  await app.deps.jobs.settle()
}
const daysAfterStart = (days: number) => new Date(start.getTime() + days * dayMs)
/** Paid for longer than these tests run. */
const setPlanOf = (id: string, plan: PlanCode) =>
  app.deps.changes.write((tx) => setPlan(tx, id, { plan }, { now: daysAfterStart(1000), lengths: { trialDays: 30, dunningDays: 14 } }))
async function aPaidCard() {
  const card = await anOwnedCard()
  await setPlanOf(card.id, 'PRO')
  return card
}

test('400 submissions without a captcha cause one mail and spare a real one', async () => {
  now = start
  const { alias, id, owner } = await anOwnedCard()
  for (let n = 0; n < 400; n++) expect(await sendUnproved(alias, `Junk ${n}`, addressOf(n))).toBe(200)
  expect([await countOf(id, false), await countOf(id, true)]).toEqual([20, 380])

  await sendProved(alias, 'Ida')
  const { results, metaData } = await list(owner, { ConnectedClientStatus: 1 })
  expect(results[0]).toMatchObject({ name: 'Ida', isQuarantined: false, viewed: false })
  const subjects = await subjectsTo(owner)
  expect(subjects).toContain('Ida Wren just connected')
  expect(subjects.filter((subject) => subject.startsWith('Your card is getting a lot of form submissions'))).toHaveLength(1)
  // Nothing is lost, and the page shows how many are quarantined.
  expect(metaData).toMatchObject({ totalCount: 21, quarantinedCount: 100 })
  expect((await list(owner)).metaData.totalCount).toBe(401)
})

test('one client address without a script causes at most three notifications', async () => {
  now = start
  const { alias, id, owner } = await anOwnedCard()
  for (let n = 0; n < 5; n++) expect(await sendUnproved(alias, `Junk ${n}`, '10.8.0.1')).toBe(200)
  expect([await countOf(id, false), await countOf(id, true)]).toEqual([3, 2])
  await sendUnproved(alias, 'Noor', '10.8.0.2')
  expect(await subjectsTo(owner)).toContain('Noor Wren just connected')
})

test('submissions with a captcha have a limit of their own', async () => {
  now = start
  const { alias, id } = await anOwnedCard()
  const insert = (count: number, more: object) =>
    Promise.all(Array.from({ length: count }, () => aContact(app.deps, id, { source: 'form', dateCreated: now, ...more })))
  await insert(299, { isProved: true })
  await insert(50, { isProved: true, isQuarantined: true })
  await insert(50, { isProved: false })
  await sendProved(alias, 'Last')
  await sendProved(alias, 'Beyond')
  const { rows } = await app.deps.db.execute(
    sql`select name, is_held as "isQuarantined" from contact where subject_id = ${id} and name in ('Last', 'Beyond') order by name`,
  )
  expect(rows).toEqual([
    { name: 'Beyond', isQuarantined: true },
    { name: 'Last', isQuarantined: false },
  ])
})

test('PRIVACY quarantined contacts outlive the notice to their owner', async () => {
  now = start
  const [notified, ownerless, free] = [await aPaidCard(), await aCard(app.deps), await anOwnedCard({ plan: 'FREE' })]
  await setPlanOf(ownerless.id, 'PRO')
  for (const { id } of [notified, ownerless, free]) await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  await cleanUpAt(daysAfterStart(2))
  expect(await subjectsTo(notified.owner)).toEqual(['Possible spam on your card'])
  expect(await subjectsTo(free.owner)).toEqual([])
  // One mail, however many nights pass.
  await cleanUpAt(daysAfterStart(3))
  expect(await subjectsTo(notified.owner)).toHaveLength(1)
  await cleanUpAt(daysAfterStart(2 + retention.quarantinedContactDays - 1))
  expect(await countOf(notified.id, true)).toBe(1)
  await cleanUpAt(daysAfterStart(2 + retention.quarantinedContactDays + 1))
  expect(await countOf(notified.id, true)).toBe(0)
  expect([await countOf(ownerless.id, true), await countOf(free.id, true)]).toEqual([1, 1])
})

async function aSharedCard() {
  const { id, alias } = await aCard(app.deps)
  const owners = await twoOwners(app.deps, id)
  return { id, alias, owners, got: () => owners.map((email) => mails.filter(({ to }) => to === email).length) }
}
const reportedAt = async (id: string) => {
  const { rows } = await app.deps.db.execute<{ at: string | null }>(
    sql`select to_char(held_told_at at time zone 'UTC', 'YYYY-MM-DD') as at from contact where subject_id = ${id} and is_held`,
  )
  return rows.map(({ at }) => at)
}

test('PRIVACY a quarantined contact is notified once one owner is reached', async () => {
  now = start
  const { id, owners, got } = await aSharedCard()
  await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  for (const owner of owners) full.add(owner)
  await cleanUpAt(daysAfterStart(2))
  expect([got(), await reportedAt(id)]).toEqual([[0, 0], [null]])
  full.delete(owners[1])
  now = daysAfterStart(3)
  await retryJobs(app.deps)
  expect([got(), await reportedAt(id)]).toEqual([[0, 1], ['2036-06-18']])
  full.clear()
  now = daysAfterStart(4)
  await retryJobs(app.deps)
  expect([got(), await reportedAt(id)]).toEqual([[1, 1], ['2036-06-18']])
})

test.each([0, 1] as const)('a retry after midnight for one owner doesn’t mail the other again (%i)', async (unreached) => {
  now = start
  const { id, owners, got } = await aSharedCard()
  await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  full.add(owners[unreached])
  await cleanUpAt(new Date('2036-06-17T23:50:00Z'))
  now = new Date('2036-06-18T00:10:00Z')
  await retryJobs(app.deps)
  expect(got()).toEqual(unreached === 0 ? [0, 1] : [1, 0])
  full.clear()
  await retryJobs(app.deps)
  expect(got()).toEqual([1, 1])
})

test('a retry of a burst mail after midnight doesn’t mail an owner twice', async () => {
  now = new Date('2036-06-15T23:50:00Z')
  const { id, alias, owners, got } = await aSharedCard()
  for (let n = 0; n < 20; n++) await aContact(app.deps, id, { source: 'form', dateCreated: now })
  full.add(owners[1])
  expect(await sendUnproved(alias, 'Junk', '10.9.0.1')).toBe(200)
  await app.deps.jobs.settle()
  now = new Date('2036-06-16T00:10:00Z')
  await retryJobs(app.deps)
  full.clear()
  await retryJobs(app.deps)
  expect(got()).toEqual([1, 1])
})

test('a burst mail queued by an earlier release, without a day, is sent', async () => {
  now = start
  const { id, owner } = await anOwnedCard()
  await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.mail-quarantine', { subjectId: id, isSpamBurst: true })
  expect(await subjectsTo(owner)).toHaveLength(1)
})

test('owners are mailed once, even if recording the notification fails', async () => {
  now = start
  const { id, got } = await aSharedCard()
  await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  await app.deps.pool.query(`create function reject() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger reject before update of held_told_at on contact for each row execute function reject()`)
  await cleanUpAt(daysAfterStart(2))
  await app.deps.pool.query('drop function reject() cascade')
  now = daysAfterStart(3)
  await retryJobs(app.deps)
  expect(got()).toEqual([1, 1])
})

test('PRIVACY a quarantined contact that its owner labeled is not deleted', async () => {
  now = start
  const { id, owner } = await aPaidCard()
  const contact = await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  await cleanUpAt(daysAfterStart(2))
  await owner.call('contacts.setTags', { input: { clientId: contact.id, tags: ['Buyer'] } })
  await cleanUpAt(daysAfterStart(2 + retention.quarantinedContactDays + 1))
  expect(await countOf(id, true)).toBe(1)
})

test('PRIVACY when a plan ends deletion stops; an upgrade notifies the owner again', async () => {
  now = start
  const [renewed, ended] = [await aPaidCard(), await aPaidCard()]
  for (const { id } of [renewed, ended]) await aContact(app.deps, id, { isQuarantined: true, dateCreated: start })
  await cleanUpAt(daysAfterStart(2))
  for (const { id } of [renewed, ended]) await setPlanOf(id, 'FREE')
  for (const day of [10, 40, 79]) await cleanUpAt(daysAfterStart(day))
  await setPlanOf(renewed.id, 'PRO')
  await cleanUpAt(daysAfterStart(80))
  expect(await subjectsTo(renewed.owner)).toHaveLength(2)
  await cleanUpAt(daysAfterStart(80 + retention.quarantinedContactDays - 1))
  expect([await countOf(renewed.id, true), await countOf(ended.id, true)]).toEqual([1, 1])
  await cleanUpAt(daysAfterStart(80 + retention.quarantinedContactDays + 1))
  await cleanUpAt(daysAfterStart(400))
  expect([await countOf(renewed.id, true), await countOf(ended.id, true)]).toEqual([0, 1])
  expect([await subjectsTo(renewed.owner), await subjectsTo(ended.owner)].map((mails) => mails.length)).toEqual([2, 1])
})

test('thousands are deleted in batches, also behind a card whose plan has ended', async () => {
  now = start
  const [ended, other] = [await aPaidCard(), await aPaidCard()]
  for (const { id } of [ended, other]) {
    await app.deps.db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, is_held, held_told_at, date_created)
      select ${id}::uuid, gen_random_uuid(), gen_random_uuid(), 'Junk', 'Junk', true, ${start.toISOString()}, ${start.toISOString()} from generate_series(1, 2100)`)
    await app.deps.db.execute(sql`update contact_count set total = 2100 where subject_id = ${id}`)
  }
  await setPlanOf(ended.id, 'FREE')
  await cleanUpAt(daysAfterStart(retention.quarantinedContactDays + 1))
  expect([await countOf(ended.id, true), await countOf(other.id, true)]).toEqual([2100, 0])
  expect(await countContacts(app.deps.db, other.id, {})).toBe(0)
  const { rows } = await app.deps.db.execute(sql`select 1 from contact where subject_id = ${ended.id} and held_told_at is not null`)
  expect(rows).toEqual([])
})

test('PRIVACY a contact that is opened or annotated during the cleanup is not deleted', async () => {
  now = start
  const { id } = await aPaidCard()
  const [opened, annotated] = [
    await aContact(app.deps, id, { isQuarantined: true, quarantineNotifiedAt: start, dateCreated: start }),
    await aContact(app.deps, id, { isQuarantined: true, quarantineNotifiedAt: start, dateCreated: start }),
  ]
  await aContact(app.deps, id, { isQuarantined: true, quarantineNotifiedAt: start, dateCreated: start })
  await whileLocked(
    app.deps.db,
    async (tx) => {
      await markViewed(tx, opened)
      await setOwnerNotes(tx, annotated, [{ Created: start.toISOString(), Note: 'x' }])
    },
    () => cleanUpAt(daysAfterStart(retention.quarantinedContactDays + 1)),
  )
  expect(await countOf(id, true)).toBe(2)
  expect(await countContacts(app.deps.db, id, {})).toBe(2)
})

test('LIMIT one network can’t use up the hourly notifications without a captcha', async () => {
  now = new Date(start.getTime() + 30 * dayMs)
  const { alias, id } = await anOwnedCard()
  for (let n = 0; n < 24; n++) expect(await sendUnproved(alias, `Junk ${n}`, `2001:db8:77:${n}::1`)).toBe(200)
  const before = (await countOf(id, false)) ?? 0
  expect(await sendUnproved(alias, 'Ida', '198.51.100.77')).toBe(200)
  expect([before < 10, await countOf(id, false)]).toEqual([true, before + 1])
})
