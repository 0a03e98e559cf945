import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keeping } from '#contract/accounts/keeping.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact, anEntry } from '../../tests/factories/contacts.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { tryAgain } from '../../tests/harness/try-again.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'
import { countContacts, markViewed, putOwnerNotes } from './contact-store.ts'

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

async function anOwnedCard(wishes: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.needs, wishes)
  return { ...card, owner: await signedIn(app, card.id) }
}
const from = (line: string) => ({ incoming: { socket: { remoteAddress: line } } })
const lineOf = (n: number) => `10.7.${Math.floor(n / 250)}.${(n % 250) + 1}`
/** As the form on its own page sends it: nobody worked for it. */
async function sendUnproved(alias: string, name: string, line: string): Promise<number> {
  const { submissionId, seal } = await app.needs.captcha.seal(alias)
  now = new Date(now.getTime() + 4000)
  const headers = { 'content-type': 'application/json', 'x-csrf': '1' }
  const body = JSON.stringify(anEntry({ alias, name, submissionId, reCaptchaResponse: seal }))
  const request = new Request(`${app.settings.publicUrl}/remote/api/public/connect-client`, { method: 'POST', headers, body })
  return (await app.fetch(request, from(line))).status
}
async function sendProved(alias: string, name: string): Promise<void> {
  const challenge = await app.call('contacts.challenge', { query: { alias, action: 'carte/connect_client' } })
  const proof = { reCaptchaResponse: await solveCaptcha(challenge), reCaptchaAction: 'carte/connect_client' }
  await app.call('contacts.submit', { input: anEntry({ alias, name, ...proof }) })
}
const list = async (owner: Pick<SignedIn, 'call'>, input: object = {}) =>
  owner.call('contacts.search', { params: { page: 1, pageSize: 100, tag: 'none' }, input: { SearchFor: '', ...input } })
const countOf = async (id: string, isHeld: boolean) => {
  const { rows } = await app.needs.db.execute<{ n: number }>(
    sql`select count(*)::int as n from contact where subject_id = ${id} and is_held = ${isHeld}`,
  )
  return rows[0]?.n
}
const toldTo = async ({ email }: SignedIn) => {
  await app.needs.jobs.settle()
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
const tidy = async (at: Date) => {
  now = at
  await app.needs.jobs.enqueue(app.needs.db, 'contacts.tidy', {})
  await app.needs.jobs.settle()
}
const later = (days: number) => new Date(start.getTime() + days * dayMs)
/** From now on, and paid for beyond every day of these tests. */
const putOn = (id: string, plan: PlanCode) =>
  app.needs.changes.write((tx) => setPlan(tx, id, { plan }, { now: later(1000), lengths: { trialDays: 30, dunningDays: 14 } }))
async function aPaidCard() {
  const card = await anOwnedCard()
  await putOn(card.id, 'PRO')
  return card
}

test('four hundred that nobody worked for, from as many lines, take no room from who did: announced at once, and the owner is told of the flood once', async () => {
  now = start
  const { alias, id, owner } = await anOwnedCard()
  for (let n = 0; n < 400; n++) expect(await sendUnproved(alias, `Junk ${n}`, lineOf(n))).toBe(200)
  expect([await countOf(id, false), await countOf(id, true)]).toEqual([20, 380])

  await sendProved(alias, 'Ida')
  const { results, metaData } = await list(owner, { ConnectedClientStatus: 1 })
  expect(results[0]).toMatchObject({ name: 'Ida', isHeld: false, viewed: false })
  const told = await toldTo(owner)
  expect(told).toContain('Ida Wren just connected')
  expect(told.filter((subject) => subject.startsWith('Your card is getting a lot of forms'))).toHaveLength(1)
  // Nothing is lost, and the page says how many wait.
  expect(metaData).toMatchObject({ totalCount: 21, heldCount: 100 })
  expect((await list(owner)).metaData.totalCount).toBe(401)
})

test('one line has three of them announced, and leaves the rest for others who come without a script', async () => {
  now = start
  const { alias, id, owner } = await anOwnedCard()
  for (let n = 0; n < 5; n++) expect(await sendUnproved(alias, `Junk ${n}`, '10.8.0.1')).toBe(200)
  expect([await countOf(id, false), await countOf(id, true)]).toEqual([3, 2])
  await sendUnproved(alias, 'Noor', '10.8.0.2')
  expect(await toldTo(owner)).toContain('Noor Wren just connected')
})

test('those that somebody worked for have a limit of their own, which the others do not use up', async () => {
  now = start
  const { alias, id } = await anOwnedCard()
  const put = (count: number, more: object) =>
    Promise.all(Array.from({ length: count }, () => aContact(app.needs, id, { source: 'form', dateCreated: now, ...more })))
  await put(299, { isProved: true })
  await put(50, { isProved: true, isHeld: true })
  await put(50, { isProved: false })
  await sendProved(alias, 'Last')
  await sendProved(alias, 'Beyond')
  const { rows } = await app.needs.db.execute(
    sql`select name, is_held from contact where subject_id = ${id} and name in ('Last', 'Beyond') order by name`,
  )
  expect(rows).toEqual([
    { name: 'Beyond', is_held: true },
    { name: 'Last', is_held: false },
  ])
})

test('PRIVACY what is held goes only after its owner was told by mail and could open it', async () => {
  now = start
  const [told, untold, free] = [await aPaidCard(), await aCard(app.needs), await anOwnedCard({ plan: 'FREE' })]
  await putOn(untold.id, 'PRO')
  for (const { id } of [told, untold, free]) await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  await tidy(later(2))
  expect(await toldTo(told.owner)).toEqual(['Possible spam on your card'])
  expect(await toldTo(free.owner)).toEqual([])
  // Told once, however many nights pass.
  await tidy(later(3))
  expect(await toldTo(told.owner)).toHaveLength(1)
  await tidy(later(2 + keeping.heldContactDays - 1))
  expect(await countOf(told.id, true)).toBe(1)
  await tidy(later(2 + keeping.heldContactDays + 1))
  expect(await countOf(told.id, true)).toBe(0)
  expect([await countOf(untold.id, true), await countOf(free.id, true)]).toEqual([1, 1])
})

async function aSharedCard() {
  const { id, alias } = await aCard(app.needs)
  const owners = await twoOwners(app.needs, id)
  return { id, alias, owners, got: () => owners.map((email) => mails.filter(({ to }) => to === email).length) }
}
const toldAt = async (id: string) => {
  const { rows } = await app.needs.db.execute<{ at: string | null }>(
    sql`select to_char(held_told_at at time zone 'UTC', 'YYYY-MM-DD') as at from contact where subject_id = ${id} and is_held`,
  )
  return rows.map(({ at }) => at)
}

test('PRIVACY what is held counts as told when the first of its owners was reached, and not before', async () => {
  now = start
  const { id, owners, got } = await aSharedCard()
  await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  for (const owner of owners) full.add(owner)
  await tidy(later(2))
  expect([got(), await toldAt(id)]).toEqual([[0, 0], [null]])
  full.delete(owners[1])
  now = later(3)
  await tryAgain(app.needs)
  expect([got(), await toldAt(id)]).toEqual([[0, 1], ['2036-06-18']])
  full.clear()
  now = later(4)
  await tryAgain(app.needs)
  expect([got(), await toldAt(id)]).toEqual([[1, 1], ['2036-06-18']])
})

test.each([0, 1] as const)(
  'who was told of what is held is not told again after midnight because another was not (%i)',
  async (unreached) => {
    now = start
    const { id, owners, got } = await aSharedCard()
    await aContact(app.needs, id, { isHeld: true, dateCreated: start })
    full.add(owners[unreached])
    await tidy(new Date('2036-06-17T23:50:00Z'))
    now = new Date('2036-06-18T00:10:00Z')
    await tryAgain(app.needs)
    expect(got()).toEqual(unreached === 0 ? [0, 1] : [1, 0])
    full.clear()
    await tryAgain(app.needs)
    expect(got()).toEqual([1, 1])
  },
)

test('who was told of a flood is not told again after midnight because another was not', async () => {
  now = new Date('2036-06-15T23:50:00Z')
  const { id, alias, owners, got } = await aSharedCard()
  for (let n = 0; n < 20; n++) await aContact(app.needs, id, { source: 'form', dateCreated: now })
  full.add(owners[1])
  expect(await sendUnproved(alias, 'Junk', '10.9.0.1')).toBe(200)
  await app.needs.jobs.settle()
  now = new Date('2036-06-16T00:10:00Z')
  await tryAgain(app.needs)
  full.clear()
  await tryAgain(app.needs)
  expect(got()).toEqual([1, 1])
})

test('a wish to tell of a flood that says no day, as releases before this one left it, is done', async () => {
  now = start
  const { id, owner } = await anOwnedCard()
  await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  await app.needs.jobs.enqueue(app.needs.db, 'contacts.mail-held', { subjectId: id, isFlood: true })
  expect(await toldTo(owner)).toHaveLength(1)
})

test('who was told of what is held is not told again because that could not be noted', async () => {
  now = start
  const { id, got } = await aSharedCard()
  await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  await app.needs.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse before update of held_told_at on contact for each row execute function refuse()`)
  await tidy(later(2))
  await app.needs.pool.query('drop function refuse() cascade')
  now = later(3)
  await tryAgain(app.needs)
  expect(got()).toEqual([1, 1])
})

test('PRIVACY what is held and was given a label by its owner stays', async () => {
  now = start
  const { id, owner } = await aPaidCard()
  const held = await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  await tidy(later(2))
  await owner.call('contacts.setTags', { input: { clientId: held.id, tags: ['Buyer'] } })
  await tidy(later(2 + keeping.heldContactDays + 1))
  expect(await countOf(id, true)).toBe(1)
})

test('PRIVACY a plan that ends stops the days of what is held: the owner is told anew once it opens the list again, and has all of them', async () => {
  now = start
  const [back, gone] = [await aPaidCard(), await aPaidCard()]
  for (const { id } of [back, gone]) await aContact(app.needs, id, { isHeld: true, dateCreated: start })
  await tidy(later(2))
  for (const { id } of [back, gone]) await putOn(id, 'FREE')
  for (const day of [10, 40, 79]) await tidy(later(day))
  await putOn(back.id, 'PRO')
  await tidy(later(80))
  expect(await toldTo(back.owner)).toHaveLength(2)
  await tidy(later(80 + keeping.heldContactDays - 1))
  expect([await countOf(back.id, true), await countOf(gone.id, true)]).toEqual([1, 1])
  await tidy(later(80 + keeping.heldContactDays + 1))
  await tidy(later(400))
  expect([await countOf(back.id, true), await countOf(gone.id, true)]).toEqual([0, 1])
  expect([await toldTo(back.owner), await toldTo(gone.owner)].map((mails) => mails.length)).toEqual([2, 1])
})

test('thousands go in parts, and neither those of a card whose plan has ended nor their number stand in the way of the rest', async () => {
  now = start
  const [ended, other] = [await aPaidCard(), await aPaidCard()]
  for (const { id } of [ended, other]) {
    await app.needs.db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, is_held, held_told_at, date_created)
      select ${id}::uuid, gen_random_uuid(), gen_random_uuid(), 'Junk', 'Junk', true, ${start.toISOString()}, ${start.toISOString()} from generate_series(1, 2100)`)
    await app.needs.db.execute(sql`insert into contact_count values (${id}, 2100)`)
  }
  await putOn(ended.id, 'FREE')
  await tidy(later(keeping.heldContactDays + 1))
  expect([await countOf(ended.id, true), await countOf(other.id, true)]).toEqual([2100, 0])
  expect(await countContacts(app.needs.db, other.id, {})).toBe(0)
  const { rows } = await app.needs.db.execute(sql`select 1 from contact where subject_id = ${ended.id} and held_told_at is not null`)
  expect(rows).toEqual([])
})

test('PRIVACY what its owner opens or writes on while the night’s work is at it stays', async () => {
  now = start
  const { id } = await aPaidCard()
  const [opened, noted] = [
    await aContact(app.needs, id, { isHeld: true, heldToldAt: start, dateCreated: start }),
    await aContact(app.needs, id, { isHeld: true, heldToldAt: start, dateCreated: start }),
  ]
  await aContact(app.needs, id, { isHeld: true, heldToldAt: start, dateCreated: start })
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { tidied } = await app.needs.db.transaction(async (tx) => {
    await markViewed(tx, opened)
    await putOwnerNotes(tx, noted, [{ Created: start.toISOString(), Note: 'x' }])
    const tidied = tidy(later(keeping.heldContactDays + 1))
    await eventually(async () => expect((await app.needs.db.execute(waits)).rows).not.toEqual([]))
    return { tidied }
  })
  await tidied
  expect(await countOf(id, true)).toBe(2)
  expect(await countContacts(app.needs.db, id, {})).toBe(2)
})

test('LIMIT one site, under however many lines, has fewer announced than fill an hour: others without a script are still told of', async () => {
  now = new Date(start.getTime() + 30 * dayMs)
  const { alias, id } = await anOwnedCard()
  for (let n = 0; n < 24; n++) expect(await sendUnproved(alias, `Junk ${n}`, `2001:db8:77:${n}::1`)).toBe(200)
  const before = (await countOf(id, false)) ?? 0
  expect(await sendUnproved(alias, 'Ida', '198.51.100.77')).toBe(200)
  expect([before < 10, await countOf(id, false)]).toEqual([true, before + 1])
})
