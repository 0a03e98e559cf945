import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keeping } from '#contract/accounts/keeping.ts'
import type { JobName } from '#server/jobs/job.ts'
import { countMail } from '#server/database/count-mail.ts'
import { consume } from '#server/database/consume.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'

const start = new Date('2036-06-15T15:00:00Z')
const dayMs = 86_400_000
let now = start
let app: TestApp
let owner: SignedIn
let subjectId: string
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } } })
  subjectId = (await aCard(app.needs)).id
  // What is held goes only while the plan opens the list.
  await say(sql`update subscription set paid_until = '2040-01-01' where subject_id = ${subjectId}`)
  owner = await signedIn(app, subjectId)
})
afterAll(() => app[Symbol.asyncDispose]())

const say = (statement: ReturnType<typeof sql>) => app.needs.db.execute<Record<string, unknown>>(statement)
const rowsOf = async (table: string) => (await say(sql`select count(*)::int as n from ${sql.identifier(table)}`)).rows[0]?.['n']
const ago = (days: number) => new Date(start.getTime() - days * dayMs).toISOString()

type Kept = { what: string; table: string; job: JobName; days: number; put(): Promise<unknown> }

/** What the table in docs/privacy.md gives a time: put there, still there just before its end, gone just after. */
const times: Kept[] = [
  {
    what: 'a session that nobody uses',
    table: 'session',
    job: 'accounts.tidy',
    days: keeping.sessionIdleDays,
    put: async () => {},
  },
  {
    what: 'a link that was not used',
    table: 'sign_in_link',
    job: 'accounts.tidy',
    days: keeping.usedLinkDays,
    put: async () => {
      await say(sql`delete from sign_in_link`)
      await say(sql`insert into sign_in_link (token_hash, account_id, created_at, expires_at)
        values (sha256('x'), ${owner.accountId}, ${ago(1)}, ${start.toISOString()})`)
    },
  },
  {
    what: 'what was used once',
    table: 'spent',
    job: 'accounts.tidy',
    days: 7,
    put: async () => {
      await say(sql`delete from spent`)
      await consume(app.needs.db, 'card-mail', 'x', new Date(start.getTime() + 7 * dayMs))
    },
  },
  {
    what: 'how many mails went to an address',
    table: 'mail_count',
    job: 'accounts.tidy',
    days: 1,
    put: () => countMail(app.needs.db, 'ann@example.com', new Date(start.toISOString().slice(0, 10))),
  },
  {
    what: 'a code that opens nothing any more',
    table: 'claim_code',
    job: 'cards.tidy',
    days: keeping.usedCodeDays,
    put: () =>
      say(sql`insert into claim_code (subject_id, id, code_hash, given_by, created_at, expires_at)
        values (${subjectId}, gen_random_uuid(), 'x', 'mail', ${ago(30)}, ${start.toISOString()})`),
  },
  {
    what: 'who tried a code',
    table: 'claim_try',
    job: 'cards.tidy',
    days: 1,
    put: () =>
      say(sql`insert into claim_try (subject_id, id, account_id, tried_at)
        values (${subjectId}, gen_random_uuid(), ${owner.accountId}, ${start.toISOString()})`),
  },
  {
    what: 'a contact that is held and that nobody opened after its owner was told',
    table: 'contact',
    job: 'contacts.tidy',
    days: keeping.heldContactDays,
    put: () => aContact(app.needs, subjectId, { isHeld: true, heldToldAt: start, dateCreated: start }),
  },
  {
    what: 'a picture that was sent and that no draft names',
    table: 'uploaded_picture',
    job: 'media.sweep',
    days: 1,
    put: () =>
      say(sql`insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at)
        values (${subjectId}, 'profile', 'abcdefabcdef', 1, 1, 1, false, ${start.toISOString()})`),
  },
  {
    what: 'troubles of a page',
    table: 'card_log',
    job: 'visits.tidy',
    days: keeping.pageTroubleDays,
    put: () =>
      say(
        sql`insert into card_log (subject_id, id, received, message) values (${subjectId}, gen_random_uuid(), ${start.toISOString()}, 'x')`,
      ),
  },
  {
    what: 'counts by quarter of an hour',
    table: 'visit_quarter',
    job: 'visits.tidy',
    days: keeping.visitQuarterDays,
    put: () =>
      say(sql`insert into visit_quarter (subject_id, name, dimension, value, at, count)
        values (${subjectId}, 'page_view', 'page_name', 'home', ${start.toISOString()}, 1)`),
  },
  {
    what: 'what a payment service told',
    table: 'billing_event',
    job: 'billing.reconcile',
    days: keeping.billingEventDays,
    put: () =>
      say(sql`insert into billing_event (provider, event_id, subject_id, kind, payload, provider_at, applied_at)
        values ('stripe', 'x', ${subjectId}, 'x', '{}', ${start.toISOString()}, ${start.toISOString()})`),
  },
  {
    what: 'a line of the operators’ book',
    table: 'operator_act',
    job: 'desk.tidy',
    days: keeping.operatorActDays,
    put: () =>
      say(sql`insert into operator_act (id, at, actor, act) values (gen_random_uuid(), ${start.toISOString()}, 'x', 'card.change')`),
  },
]

test.each(times)('PRIVACY $what is kept for its days and no longer', async ({ table, job, days, put }) => {
  const run = async (at: number) => {
    now = new Date(at)
    await app.needs.jobs.enqueue(app.needs.db, job, {} as never)
    await app.needs.jobs.settle()
  }
  now = start
  await put()
  const end = start.getTime() + days * dayMs
  await run(end - 60_000)
  expect(await rowsOf(table)).toBe(1)
  // The day is over somewhere within it.
  await run(end + (table === 'mail_count' ? dayMs : 60_000))
  expect(await rowsOf(table)).toBe(0)
})

test('PRIVACY a contact that was held and that its owner opened, or wrote on, stays theirs', async () => {
  now = start
  await aContact(app.needs, subjectId, { isHeld: true, heldToldAt: start, viewed: true, name: 'Opened', dateCreated: start })
  await aContact(app.needs, subjectId, {
    isHeld: true,
    heldToldAt: start,
    ownerNotes: [{ Created: start.toISOString(), Note: 'x' }],
    name: 'Noted',
    dateCreated: start,
  })
  await aContact(app.needs, subjectId, { name: 'Open', dateCreated: start })
  now = new Date(start.getTime() + 400 * dayMs)
  await app.needs.jobs.enqueue(app.needs.db, 'contacts.tidy', {})
  await app.needs.jobs.settle()
  expect((await say(sql`select name from contact order by name`)).rows.map((row) => row['name'])).toEqual(['Noted', 'Open', 'Opened'])
})

test('PRIVACY what is counted by mailbox, and the address of a card that went, cannot be found by trying addresses', async () => {
  await say(sql`delete from mail_count`)
  await countMail(app.needs.db, 'ann@example.com', start)
  const { rows } = await say(sql`select count(*)::int as n from mail_count where target_hash = sha256('ann@example.com')`)
  expect([await rowsOf('mail_count'), rows[0]?.['n']]).toEqual([1, 0])
  expect(await countMail(app.needs.db, 'Ann@Example.com', start)).toBe(2)
})
