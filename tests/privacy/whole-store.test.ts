import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leavingGraceDays } from '#contract/accounts/keeping.ts'
import { createLog } from '#server/integrations/log.ts'
import { createMailer } from '#server/integrations/mail.ts'
import { listOutbox, readOutboxMail } from '#server/integrations/mail/read-outbox.ts'
import { unpack } from '#server/integrations/tar.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { silentLog } from '../harness/silent-log.ts'
import { aWholePerson } from './a-whole-person.ts'
import { fillColumns, plantRows } from './plant-rows.ts'
import { findInFiles, findInTables } from './search-store.ts'

const start = new Date('2036-06-15T15:00:00Z')
const dayMs = 86_400_000
let now = start
let logged = ''
let steadyMs = 0
let here: TestApp
/** Another server on the same store, with a memory of its own. */
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
const run = async (name: 'privacy.erase' | 'desk.tidy' | 'cards.tidy') => {
  await here.needs.jobs.enqueue(here.needs.db, name, {})
  await here.needs.jobs.settle()
}
async function findInMails(words: readonly string[]): Promise<string[]> {
  const mails = await listOutbox(here.settings.dataDir, { before: undefined, limit: 1000 })
  const texts = await Promise.all(
    mails.map(async ({ id }) => JSON.stringify(await readOutboxMail(here.settings.dataDir, id)).toLowerCase()),
  )
  return texts.flatMap((text) => words.filter((word) => text.includes(word.toLowerCase())))
}

/** What the way out itself asks for; and what a provider calls them, which stays until it has forgotten (erase-billing.test.ts). */
const asTheyAre = ['account.email', 'account.language', 'alias.name', 'subject.alias', 'operator_act.alias'].concat(
  ['billing_customer', 'provider_subscription'].flatMap((table) => [`${table}.provider`, `${table}.customer_id`]),
)

test('PRIVACY of somebody who used everything and left, no word is left: in no table, no file, no mail, no memory, no log', async () => {
  const person = await aWholePerson(here, now)
  const { subjectId, accountId, contactId, sessionId, alias } = person
  await plantRows(here.needs.db, person)
  // Read once, so that it is kept in the memory of both.
  expect(await cardAt(here, alias)).toContain('zqmark')
  expect(await cardAt(there, alias)).toContain('zqmark')
  await person.call('privacy.leave', { input: { confirm: person.email } })
  await here.needs.jobs.settle()
  // Asked for again when they may, and not answered yet when they go.
  steadyMs += 120_000
  await here.needs.db.execute(sql`delete from limit_window`)
  await here.call('accounts.requestReset', { input: { email: person.email } })
  // A person in every table that holds people's rows, a word in every column of them that takes one.
  expect(await fillColumns(here.needs.db, person, asTheyAre)).toEqual([])
  const before = await findInTables(here.needs.db, ['zqmark'])
  expect(before.length).toBeGreaterThan(40)
  expect(await findInFiles(here.settings.dataDir, [subjectId])).not.toEqual([])
  expect(await findInMails(['zqmark'])).not.toEqual([])

  now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
  await run('privacy.erase')
  await run('privacy.erase')
  await run('desk.tidy')

  expect(await findInTables(here.needs.db, ['zqmark', accountId, sessionId])).toEqual([])
  // Their number, without a name, stands on: the card's in the operators' book, for a week a contact's among what was mailed.
  const numbers = await findInTables(here.needs.db, [subjectId, contactId])
  expect(numbers.filter((place) => !/ in (operator_act|spent):/.test(place))).toEqual([])
  expect(await findInFiles(here.settings.dataDir, ['zqmark', subjectId, accountId])).toEqual([])
  expect(await findInMails(['zqmark'])).toEqual([])
  for (const app of [here, there]) {
    expect((await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)).headers.get('x-request-id')).toBeTruthy()
    expect(await cardAt(app, alias)).not.toContain('zqmark')
  }
  here.needs.log.flush()
  expect(logged).toContain('answered')
  expect(logged.toLowerCase()).not.toContain('zqmark')
})

test('PRIVACY everything somebody typed or was left is in what they take along', async () => {
  const person = await aWholePerson(here, now)
  const answer = await person.ask('/bff/archive')
  const archive = Buffer.from(await answer.arrayBuffer())
  let text = ''
  for await (const { name, body } of unpack(Readable.from([archive]).pipe(createGunzip()))) text += `${name}\n${body.toString()}\n`
  expect(person.words.length).toBeGreaterThan(60)
  expect(person.words.filter((word) => !text.toLowerCase().includes(word.toLowerCase()))).toEqual([])
})

test('PRIVACY a visitor whom an owner erases is gone from every table, with what waited to be told of them', async () => {
  const person = await aWholePerson(here, now)
  const theirs = [...person.visitor, person.contactId]
  expect((await findInTables(here.needs.db, theirs)).length).toBeGreaterThan(3)
  await person.call('contacts.erase', { input: { clientId: person.contactId } })
  await here.needs.jobs.settle()
  expect(await findInTables(here.needs.db, theirs)).toEqual([])
})

test('PRIVACY a reviewer whom an owner takes off the card is gone from what is published, drafted and kept in memory', async () => {
  const person = await aWholePerson(here, now)
  const { alias } = person
  await person.call('cards.publishDraft', { input: { alias, revision: 1 } })
  expect(await cardAt(there, alias)).toContain('Zqmark-reviewer')
  await person.call('cards.saveDraft', { input: { alias, revision: 2, changes: { reviews: [] }, removed: [] } })
  await person.call('cards.publishDraft', { input: { alias, revision: 3 } })
  const found = await findInTables(here.needs.db, ['zqmark-reviewer'])
  expect(found.filter((place) => place.includes(alias))).toEqual([])
  expect(await cardAt(here, alias)).not.toContain('Zqmark-reviewer')
})

test('PRIVACY mails that nobody could send, letters that were asked for and lines of the book go when their time is over', async () => {
  const mailer = createMailer(here.settings, silentLog)
  await mailer.send({ to: 'late@mail.example', subject: 'Late', text: 'zqmark late' })
  await mailer[Symbol.asyncDispose]()
  await here.needs.db.execute(
    sql`insert into operator_act (id, at, actor, act) values (gen_random_uuid(), now() - interval '3 years', 'zqmark-late', 'card.change')`,
  )
  expect(await findInMails(['zqmark late'])).not.toEqual([])
  await run('desk.tidy')
  expect(await findInMails(['zqmark late'])).toEqual([])
  expect(await findInTables(here.needs.db, ['zqmark-late'])).toEqual([])
})
