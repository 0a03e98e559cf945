import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PushMessage } from '#contract/push.ts'
import { setLanguage } from '#server/accounts/set-language.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { pushServiceStandIn, type PushServiceStandIn } from '../../../tests/stand-ins/push-service.ts'

let app: TestApp
let service: PushServiceStandIn
let card: { id: string; alias: string }
beforeAll(async () => {
  service = await pushServiceStandIn()
  app = await anApp({ settings: service.settings })
})
beforeEach(async () => {
  card = await aCard(app.deps)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** A phone of another owner of the card. */
async function aPhone(language: string) {
  const { accountId, call } = await signedIn(app, card.id)
  await setLanguage(app.deps.db, accountId, language)
  const { token, answers, received } = service.aDevice()
  await call('push.subscribe', {
    input: { enabled: true, subjectId: card.id, key: '', token, device: randomUUID(), topics: [] },
  })
  return { accountId, answers, notices: () => received.map(({ text }) => PushMessage.parse(JSON.parse(text)).notification) }
}

async function pushed(fields: Parameters<typeof aContact>[2] = {}) {
  const contact = await aContact(app.deps, card.id, fields)
  await pushAgain(contact)
  return contact
}
async function pushAgain({ id }: { id: string }) {
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.push', { subjectId: card.id, contactId: id })
  await app.deps.jobs.settle()
}

test('LANG-1 NOTE-2 each owner is notified in their own language', async () => {
  const phones = [await aPhone('fr-CA'), await aPhone('ro'), await aPhone('en-US'), await aPhone('')]
  const { id } = await pushed()
  const words = phones.map(({ notices }) => notices().map(({ title, body }) => [title, body]))
  expect(words).toEqual([
    [['Nouveau contact\u00A0: Amara Field', '']],
    [['Contact nou: Amara Field', '']],
    [['Amara Field just connected', '']],
    [['Amara Field just connected', '']],
  ])
  const path = `/${card.alias}/my-contacts?contact=${id}`
  for (const { notices } of phones)
    expect(notices()).toMatchObject([{ tag: `contact-${id}`, data: { alias: card.alias, topic: 'New_Connected_Client', path } }])
})

test('the message or company is displayed as entered', async () => {
  const phone = await aPhone('fr-FR')
  await pushed({ notes: 'Met at the fair.', companyName: 'Field & Sons' })
  await pushed({ companyName: 'Field & Sons' })
  expect(phone.notices().map(({ body }) => body)).toEqual(['Met at the fair.', 'Field & Sons'])
})

test.each([
  ['with signs that mean something elsewhere', "Zoë “Z” O'Hara $& $1 {name}", "Nouveau contact\u00A0: Zoë “Z” O'Hara $& $1 {name}"],
  ['from right to left', 'שרה כהן', 'Nouveau contact\u00A0: \u2068שרה כהן\u2069'],
  ['that would turn the sentence around', 'Ada \u202eretniW\u2069', 'Nouveau contact\u00A0: Ada retniW'],
  ['that is invisible', '\u200b \u2060', 'Nouveau contact\u00A0: sans nom'],
  ['that is none', '', 'Nouveau contact\u00A0: sans nom'],
])('a name %s reads well', async (_which, fullName, title) => {
  const phone = await aPhone('fr-FR')
  await pushed({ fullName })
  expect(phone.notices().map((notice) => notice.title)).toEqual([title])
})

test('a change of language between retries sends no second message', async () => {
  const [phone, other] = [await aPhone('fr-FR'), await aPhone('ro')]
  other.answers.push({ status: 503, headers: { 'retry-after': '3600' } })
  const contact = await pushed()
  await setLanguage(app.deps.db, phone.accountId, 'ro')
  await pushAgain(contact)
  expect([phone.notices().length, other.notices().length]).toEqual([1, 1])
})
