import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deletionGraceDays } from '#contract/accounts/retention.ts'
import { createLog } from '#server/integrations/log.ts'
import { createMailer } from '#server/integrations/mail.ts'
import { listOutbox, readOutboxMail } from '#server/integrations/mail/read-outbox.ts'
import { unpack } from '#server/integrations/tar.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aWholePerson } from './a-whole-person.ts'
import { fillColumns, plantRows } from './plant-rows.ts'
import { findInFiles, findInTables } from './search-store.ts'

const start = new Date('2036-06-15T15:00:00Z')
const dayMs = 86_400_000
let now = start
let logged = ''
let steadyMs = 0
let here: TestApp
/** Another server on the same database, with its own memory. */
let there: TestApp
beforeAll(async () => {
  const outside = { clock: { now: () => now }, log: createLog('debug', (lines) => void (logged += lines)) }
  const settings = { captchaCost: 1 }
  here = await anApp({ settings, outside, nowMs: () => steadyMs })
  const { databaseUrl, dataDir, publicUrl } = here.settings
  there = await anApp({ settings: { ...settings, databaseUrl, dataDir, publicUrl }, outside })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})
beforeEach(() => {
  now = start
})

const cardAt = async (app: TestApp, alias: string) => (await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).text()
const run = async (name: 'privacy.erase' | 'admin.cleanup' | 'cards.cleanup') => {
  await here.deps.jobs.enqueue(here.deps.db, name, {})
  await here.deps.jobs.settle()
}
async function findInMails(words: readonly string[]): Promise<string[]> {
  const mails = await listOutbox(here.settings.dataDir, { before: undefined, limit: 1000 })
  const texts = await Promise.all(
    mails.map(async ({ id }) => JSON.stringify(await readOutboxMail(here.settings.dataDir, id)).toLowerCase()),
  )
  return texts.flatMap((text) => words.filter((word) => text.includes(word.toLowerCase())))
}

/** Text that the deletion itself stores, and a provider's id of the person, which stays until the provider has deleted them (erase-billing.test.ts). */
const asTheyAre = ['account.email', 'account.language', 'alias.name', 'subject.alias', 'operator_act.alias'].concat(
  ['billing_customer', 'provider_subscription'].flatMap((table) => [`${table}.provider`, `${table}.customer_id`]),
)

test('PRIVACY an erased account is gone from tables, files, emails, memory and log', async () => {
  const person = await aWholePerson(here, now)
  const { subjectId, accountId, contactId, sessionId, alias } = person
  await plantRows(here.deps.db, person)
  // Read once, so that both servers have it cached.
  expect(await cardAt(here, alias)).toContain('zqmark')
  expect(await cardAt(there, alias)).toContain('zqmark')
  await person.call('privacy.requestDeletion', { input: { confirm: person.email } })
  await here.deps.jobs.settle()
  // Requested again, and still waiting when they leave.
  steadyMs += 120_000
  await here.deps.db.execute(sql`delete from limit_window`)
  await here.call('accounts.requestReset', { input: { email: person.email } })
  // The person has a row in every table of personal data, with a marker in every column that takes one.
  expect(await fillColumns(here.deps.db, person, asTheyAre)).toEqual([])
  const before = await findInTables(here.deps.db, ['zqmark'])
  expect(before.length).toBeGreaterThan(40)
  expect(await findInFiles(here.settings.dataDir, [subjectId])).not.toEqual([])
  expect(await findInMails(['zqmark'])).not.toEqual([])

  now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
  await run('privacy.erase')
  await run('privacy.erase')
  await run('admin.cleanup')

  expect(await findInTables(here.deps.db, ['zqmark', accountId, sessionId])).toEqual([])
  // Ids without a name remain: the card's in the audit log, and for a week a contact's among sent mails.
  const numbers = await findInTables(here.deps.db, [subjectId, contactId])
  expect(numbers.filter((place) => !/ in (operator_act|spent):/.test(place))).toEqual([])
  expect(await findInFiles(here.settings.dataDir, ['zqmark', subjectId, accountId])).toEqual([])
  expect(await findInMails(['zqmark'])).toEqual([])
  for (const app of [here, there]) {
    expect((await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).headers.get('x-request-id')).toBeTruthy()
    expect(await cardAt(app, alias)).not.toContain('zqmark')
  }
  here.deps.log.flush()
  expect(logged).toContain('answered')
  expect(logged.toLowerCase()).not.toContain('zqmark')
})

test('PRIVACY the export contains everything a person entered or received', async () => {
  const person = await aWholePerson(here, now)
  const answer = await person.ask('/bff/archive')
  const archive = Buffer.from(await answer.arrayBuffer())
  let text = ''
  for await (const { name, body } of unpack(Readable.from([archive]).pipe(createGunzip()))) text += `${name}\n${body.toString()}\n`
  expect(person.words.length).toBeGreaterThan(60)
  expect(person.words.filter((word) => !text.toLowerCase().includes(word.toLowerCase()))).toEqual([])
})

test('PRIVACY an erased visitor is gone from every table and waiting job', async () => {
  const person = await aWholePerson(here, now)
  const theirs = [...person.visitor, person.contactId]
  expect((await findInTables(here.deps.db, theirs)).length).toBeGreaterThan(3)
  await person.call('contacts.erase', { input: { clientId: person.contactId } })
  await here.deps.jobs.settle()
  // Connections receive that the contact was erased: an event with its id and nothing else.
  const erasure = new RegExp(`^${person.contactId} in event: .*"type": "(contact.erased|consent.withdrawn)"`)
  const found = await findInTables(here.deps.db, theirs)
  expect(found.filter((place) => !erasure.test(place))).toEqual([])
})

test('PRIVACY a removed reviewer is gone from card, draft and cache', async () => {
  const person = await aWholePerson(here, now)
  const { alias } = person
  await person.call('cards.publishDraft', { input: { alias, revision: 1 } })
  expect(await cardAt(there, alias)).toContain('Zqmark-reviewer')
  await person.call('cards.saveDraft', { input: { alias, revision: 2, changes: { reviews: [] }, removed: [] } })
  await person.call('cards.publishDraft', { input: { alias, revision: 3 } })
  const found = await findInTables(here.deps.db, ['zqmark-reviewer'])
  expect(found.filter((place) => place.includes(alias))).toEqual([])
  expect(await cardAt(here, alias)).not.toContain('Zqmark-reviewer')
})

test('PRIVACY unsent mails, outbox files and audit entries are deleted in time', async () => {
  const mailer = createMailer(here.settings, silentLog)
  await mailer.send({ to: 'late@mail.example', subject: 'Late', text: 'zqmark late' })
  await mailer[Symbol.asyncDispose]()
  await here.deps.db.execute(
    sql`insert into operator_act (id, at, actor, act) values (gen_random_uuid(), now() - interval '3 years', 'zqmark-late', 'card.change')`,
  )
  expect(await findInMails(['zqmark late'])).not.toEqual([])
  await run('admin.cleanup')
  expect(await findInMails(['zqmark late'])).toEqual([])
  expect(await findInTables(here.deps.db, ['zqmark-late'])).toEqual([])
})
