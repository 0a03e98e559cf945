import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aliasReservedDays, retention } from '#contract/accounts/retention.ts'
import { listAuditEntries } from '#server/audit/audit-store.ts'
import { commandLine, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
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
  subjectId = (await aCard(app.deps)).id
  // Quarantined contacts are only deleted while the plan opens the list.
  await runSql(sql`update subscription set paid_until = '2040-01-01' where subject_id = ${subjectId}`)
  owner = await signedIn(app, subjectId)
})
afterAll(() => app[Symbol.asyncDispose]())

const runSql = (statement: ReturnType<typeof sql>) => app.deps.db.execute<Record<string, unknown>>(statement)
const rowsOf = async (table: string) => (await runSql(sql`select count(*)::int as n from ${sql.identifier(table)}`)).rows[0]?.['n']
const ago = (days: number) => new Date(start.getTime() - days * dayMs).toISOString()

type CardCacheStatus = { what: string; table: string; job: JobName; days: number; put(): Promise<unknown> }

/** Each row with a retention time in docs/privacy.md exists just before its end, and is gone just after. */
const times: CardCacheStatus[] = [
  {
    what: 'an unused session',
    table: 'session',
    job: 'accounts.cleanup',
    days: retention.sessionIdleDays,
    put: async () => {},
  },
  {
    what: 'a link that was not used',
    table: 'sign_in_link',
    job: 'accounts.cleanup',
    days: retention.usedLinkDays,
    put: async () => {
      await runSql(sql`delete from sign_in_link`)
      await runSql(sql`insert into sign_in_link (token_hash, account_id, created_at, expires_at)
        values (sha256('x'), ${owner.accountId}, ${ago(1)}, ${start.toISOString()})`)
    },
  },
  {
    what: 'a change of the email that was not confirmed',
    table: 'email_change',
    job: 'accounts.cleanup',
    days: 1,
    put: async () => {
      await runSql(sql`insert into email_change (account_id, new_email, requested_at, expires_at)
        values (${owner.accountId}, 'new@mail.example', ${start.toISOString()}, ${ago(-1)})`)
    },
  },
  {
    what: 'an invitation that has ended',
    table: 'invitation',
    job: 'accounts.cleanup',
    days: retention.expiredInvitationDays,
    put: () =>
      runSql(sql`insert into invitation (id, token_hash, max_uses, created_at, expires_at)
        values (gen_random_uuid(), sha256('x'), 1, ${ago(1)}, ${start.toISOString()})`),
  },
  {
    what: 'what was used once',
    table: 'spent',
    job: 'accounts.cleanup',
    days: 7,
    put: async () => {
      await runSql(sql`delete from spent`)
      await consume(app.deps.db, 'card-mail', 'x', new Date(start.getTime() + 7 * dayMs))
    },
  },
  {
    what: 'how many mails went to an address',
    table: 'mail_count',
    job: 'accounts.cleanup',
    days: 1,
    put: () => countMail(app.deps.db, 'ann@example.com', new Date(start.toISOString().slice(0, 10))),
  },
  {
    what: 'an address that refused an email',
    table: 'refused_recipient',
    job: 'accounts.cleanup',
    days: retention.refusedRecipientDays,
    put: () =>
      runSql(sql`insert into refused_recipient (id, address, step, answer, first_at, last_at, recent_at)
        values (gen_random_uuid(), 'ann@example.com', 'recipientRefused', '550', ${ago(30)}, ${start.toISOString()}, array[${start.toISOString()}::timestamptz])`),
  },
  {
    what: 'a code that opens nothing any more',
    table: 'claim_code',
    job: 'cards.cleanup',
    days: retention.usedCodeDays,
    put: () =>
      runSql(sql`insert into claim_code (subject_id, id, code_hash, given_by, created_at, expires_at)
        values (${subjectId}, gen_random_uuid(), 'x', 'mail', ${ago(30)}, ${start.toISOString()})`),
  },
  {
    what: 'who tried a code',
    table: 'claim_try',
    job: 'cards.cleanup',
    days: 1,
    put: () =>
      runSql(sql`insert into claim_try (subject_id, id, account_id, tried_at)
        values (${subjectId}, gen_random_uuid(), ${owner.accountId}, ${start.toISOString()})`),
  },
  {
    what: 'a quarantined contact that was not opened after its owner was notified',
    table: 'contact',
    job: 'contacts.cleanup',
    days: retention.quarantinedContactDays,
    put: () => aContact(app.deps, subjectId, { isQuarantined: true, quarantineNotifiedAt: start, dateCreated: start }),
  },
  {
    what: 'an event for connections',
    table: 'event',
    job: 'connections.cleanup',
    days: retention.eventDays,
    put: () =>
      runSql(sql`insert into event (subject_id, id, type, at, data)
        values (${subjectId}, gen_random_uuid(), 'card.published', ${start.toISOString()}, '{}')`),
  },
  {
    what: 'a delivery to a connection',
    table: 'delivery',
    job: 'connections.cleanup',
    days: retention.eventDays,
    put: async () => {
      await runSql(sql`insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end)
        values (${subjectId}, ${subjectId}, now(), 'own', '', 'https://hooks.example/', array['card.published'], true, '', now(), '')`)
      await runSql(sql`insert into event (subject_id, id, type, at, data)
        values (${subjectId}, ${subjectId}, 'card.published', ${start.toISOString()}, '{}')`)
      await runSql(sql`insert into delivery (subject_id, connection_id, event_id, state, is_full)
        values (${subjectId}, ${subjectId}, ${subjectId}, 'sent', true)`)
    },
  },
  {
    what: 'the answer of an idempotent call',
    table: 'idempotent_call',
    job: 'limits.cleanup',
    days: 1,
    put: () =>
      runSql(sql`insert into idempotent_call (subject_id, access_key_id, idempotency_key, request_hash, created_at)
        values (${subjectId}, ${subjectId}, 'x', '', ${start.toISOString()})`),
  },
  {
    what: 'a picture that was sent and that no draft names',
    table: 'uploaded_picture',
    job: 'media.sweep',
    days: 1,
    put: () =>
      runSql(sql`insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at)
        values (${subjectId}, 'profile', 'abcdefabcdef', 1, 1, 1, false, ${start.toISOString()})`),
  },
  {
    what: 'errors of a page',
    table: 'card_log',
    job: 'visits.cleanup',
    days: retention.pageErrorDays,
    put: () =>
      runSql(
        sql`insert into card_log (subject_id, id, received, message) values (${subjectId}, gen_random_uuid(), ${start.toISOString()}, 'x')`,
      ),
  },
  {
    what: 'counts by quarter of an hour',
    table: 'visit_quarter',
    job: 'visits.cleanup',
    days: retention.visitQuarterDays,
    put: () =>
      runSql(sql`insert into visit_quarter (subject_id, name, dimension, value, at, count)
        values (${subjectId}, 'page_view', 'page_name', 'home', ${start.toISOString()}, 1)`),
  },
  {
    what: 'an event of a payment service',
    table: 'billing_event',
    job: 'billing.reconcile',
    days: retention.billingEventDays,
    put: () =>
      runSql(sql`insert into billing_event (provider, event_id, subject_id, kind, payload, provider_at, applied_at)
        values ('stripe', 'x', ${subjectId}, 'x', '{}', ${start.toISOString()}, ${start.toISOString()})`),
  },
  {
    what: 'a line of the administrators’ book',
    table: 'operator_act',
    job: 'admin.cleanup',
    days: retention.auditLogDays,
    put: () =>
      runSql(sql`insert into operator_act (id, at, actor, act) values (gen_random_uuid(), ${start.toISOString()}, 'x', 'card.change')`),
  },
]

test.each(times)('PRIVACY $what is retained for its days and no longer', async ({ table, job, days, put }) => {
  const run = async (at: number) => {
    now = new Date(at)
    await app.deps.jobs.enqueue(app.deps.db, job, {} as never)
    await app.deps.jobs.settle()
  }
  now = start
  await put()
  const end = start.getTime() + days * dayMs
  await run(end - 60_000)
  expect(await rowsOf(table)).toBe(1)
  // The day ends within this time.
  await run(end + (table === 'mail_count' ? dayMs : 60_000))
  expect(await rowsOf(table)).toBe(0)
})

test('PRIVACY a removed card’s alias leaves the audit log once it can be used again', async () => {
  now = start
  const [card, other] = [await aCard(app.deps), await aCard(app.deps)]
  const admin = await signedIn(app, (await aCard(app.deps)).id)
  await runSql(sql`update account set is_operator = true where id = ${admin.accountId}`)
  for (const { alias } of [card, other]) {
    await admin.call('admin.setPlan', { input: { alias, choice: 'PRO' } })
    await writeAuditEntry(app.deps.db, commandLine, { act: 'card.claim-code', alias }, now)
  }
  await admin.call('admin.removeCard', { input: { alias: card.alias, word: card.alias, reason: 'Asked for' } })
  const linesOf = async (days: number) => {
    now = new Date(start.getTime() + days * dayMs)
    await app.deps.jobs.enqueue(app.deps.db, 'admin.cleanup', {})
    await app.deps.jobs.settle()
    return Promise.all([card, other].map(async ({ alias }) => (await listAuditEntries(app.deps.db, { search: alias })).length))
  }
  expect(await linesOf(aliasReservedDays - 1)).toEqual([3, 2])
  expect(await linesOf(aliasReservedDays)).toEqual([0, 2])
  // What was done stays.
  expect((await listAuditEntries(app.deps.db, { search: 'card.remove' })).map(({ subjectId }) => subjectId)).toEqual([card.id])
})

test('PRIVACY a quarantined contact that its owner opened or edited stays', async () => {
  now = start
  await aContact(app.deps, subjectId, {
    isQuarantined: true,
    quarantineNotifiedAt: start,
    viewed: true,
    name: 'Opened',
    dateCreated: start,
  })
  await aContact(app.deps, subjectId, {
    isQuarantined: true,
    quarantineNotifiedAt: start,
    ownerNotes: [{ Created: start.toISOString(), Note: 'x' }],
    name: 'Noted',
    dateCreated: start,
  })
  await aContact(app.deps, subjectId, { name: 'Open', dateCreated: start })
  now = new Date(start.getTime() + 400 * dayMs)
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.cleanup', {})
  await app.deps.jobs.settle()
  expect((await runSql(sql`select name from contact order by name`)).rows.map((row) => row['name'])).toEqual(['Noted', 'Open', 'Opened'])
})

test('PRIVACY hashed mailboxes and aliases cannot be found by trying addresses', async () => {
  await runSql(sql`delete from mail_count`)
  await countMail(app.deps.db, 'ann@example.com', start)
  const { rows } = await runSql(sql`select count(*)::int as n from mail_count where target_hash = sha256('ann@example.com')`)
  expect([await rowsOf('mail_count'), rows[0]?.['n']]).toEqual([1, 0])
  expect(await countMail(app.deps.db, 'Ann@Example.com', start)).toBe(2)
})
