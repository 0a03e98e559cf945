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
  card = await aCard(app.needs)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** The phone of one more owner of the card. */
async function aPhone(language: string) {
  const { accountId, call } = await signedIn(app, card.id)
  await setLanguage(app.needs.db, accountId, language)
  const { token, answers, received } = service.aDevice()
  await call('push.subscribe', {
    input: { enabled: true, subjectId: card.id, key: '', token, device: randomUUID(), topics: [] },
  })
  return { accountId, answers, notices: () => received.map(({ text }) => PushMessage.parse(JSON.parse(text)).notification) }
}

async function told(wishes: Parameters<typeof aContact>[2] = {}) {
  const contact = await aContact(app.needs, card.id, wishes)
  await tellAgain(contact)
  return contact
}
async function tellAgain({ id }: { id: string }) {
  await app.needs.jobs.enqueue(app.needs.db, 'contacts.push', { subjectId: card.id, contactId: id })
  await app.needs.jobs.settle()
}

test('LANG-1 NOTE-2 each owner of a card is told of a contact in their own language', async () => {
  const phones = [await aPhone('fr-CA'), await aPhone('ro'), await aPhone('en-US'), await aPhone('')]
  const { id } = await told()
  const words = phones.map(({ notices }) => notices().map(({ title, body }) => [title, body]))
  expect(words).toEqual([
    [['Nouveau contact\u00A0: Amara Field', 'Touchez pour voir le contact.']],
    [['Contact nou: Amara Field', 'Atinge ca să vezi contactul.']],
    [['Amara Field just connected', 'Tap to view.']],
    [['Amara Field just connected', 'Tap to view.']],
  ])
  const path = `/${card.alias}/my-contacts?contact=${id}`
  for (const { notices } of phones)
    expect(notices()).toMatchObject([{ tag: `contact-${id}`, data: { alias: card.alias, topic: 'New_Connected_Client', path } }])
})

test('what they wrote, or their company, is told as it is', async () => {
  const phone = await aPhone('fr-FR')
  await told({ notes: 'Met at the fair.', companyName: 'Field & Sons' })
  await told({ companyName: 'Field & Sons' })
  expect(phone.notices().map(({ body }) => body)).toEqual(['Met at the fair.', 'Field & Sons'])
})

test.each([
  ['with signs that mean something elsewhere', "Zoë “Z” O'Hara $& $1 {name}", "Nouveau contact\u00A0: Zoë “Z” O'Hara $& $1 {name}"],
  ['from right to left', 'שרה כהן', 'Nouveau contact\u00A0: \u2068שרה כהן\u2069'],
  ['that would turn the sentence around', 'Ada \u202eretniW\u2069', 'Nouveau contact\u00A0: Ada retniW'],
  ['that nobody sees', '\u200b \u2060', 'Nouveau contact\u00A0: sans nom'],
  ['that is none', '', 'Nouveau contact\u00A0: sans nom'],
])('a name %s reads well', async (_which, fullName, title) => {
  const phone = await aPhone('fr-FR')
  await told({ fullName })
  expect(phone.notices().map((notice) => notice.title)).toEqual([title])
})

test('who chooses another language between two tries is not told twice', async () => {
  const [phone, other] = [await aPhone('fr-FR'), await aPhone('ro')]
  other.answers.push({ status: 503, headers: { 'retry-after': '3600' } })
  const contact = await told()
  await setLanguage(app.needs.db, phone.accountId, 'ro')
  await tellAgain(contact)
  expect([phone.notices().length, other.notices().length]).toEqual([1, 1])
})
