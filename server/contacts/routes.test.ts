import ICAL from 'ical.js'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { ArchivedCard } from '#contract/accounts/archive.ts'
import type { EventType } from '#contract/connections.ts'
import { labelsMax } from '#contract/constants.ts'
import { NewContact, type ContactEdit } from '#contract/contacts.ts'
import { connections } from '#server/connections/tables.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { aContact, anEntry } from '../../tests/factories/contacts.ts'
import { addLabels } from './contact-store.ts'
import { exportLabels } from './export-archive-contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { countStatements } from '../../tests/harness/count-statements.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
const mails: Mail[] = []
const start = new Date('2036-06-15T15:00:00Z')
let now = start
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ settings: { captchaCost: 1 }, outside: { mailer, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const reCaptchaAction = 'carte/connect_client'
const aProof = async ({ call }: Pick<TestApp, 'call'>, alias: string) => ({
  reCaptchaResponse: await solveCaptcha(await call('contacts.challenge', { query: { alias, action: reCaptchaAction } })),
  reCaptchaAction,
})
const submit = async (fields: Parameters<typeof anEntry>[0], proof?: { reCaptchaResponse: string; reCaptchaAction: string }) =>
  app.call('contacts.submit', { input: anEntry({ ...fields, ...(proof ?? (await aProof(app, fields.alias))) }) })
const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
type Owner = Awaited<ReturnType<typeof signedIn>>
const search = (owner: Pick<Owner, 'call'>, input: object = {}, { page = 1, pageSize = 10, tag = 'none' } = {}) =>
  owner.call('contacts.search', { params: { page, pageSize, tag }, input: { SearchFor: '', ...input } })
const names = async (...of: Parameters<typeof search>) => (await search(...of)).results.map(({ fullName }) => fullName)

const aFace = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()

async function anOwnedCard(fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, fields)
  return { card, owner: await signedIn(app, card.id) }
}

test('a name is found in any case, with and without accents, in any encoding', async () => {
  const { owner } = await anOwnedCard()
  const people = [
    ['ΝΙΚΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['İrem', 'IŞIK'],
    ['Jose\u0301', 'Nun\u0303ez'],
    ['Łukasz', 'Straße'],
  ] as const
  for (const [name, lastName] of people)
    await owner.call('contacts.create', { input: { submissionId: randomUUID(), name, lastName } as never })
  const found = async (SearchFor: string) => (await search(owner, { SearchFor })).results.map(({ fullName }) => fullName.normalize('NFC'))
  for (const words of ['ΝΙΚΟΣ', 'νικος', 'νικοσ', 'Παπαδοπουλος', 'Παπαδόπουλος'])
    expect([words, await found(words)]).toEqual([words, ['ΝΙΚΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ']])
  for (const words of ['İrem', 'irem', 'IREM', 'Işık', 'işik']) expect([words, await found(words)]).toEqual([words, ['İrem IŞIK']])
  for (const words of ['José', 'Jose\u0301', 'NUÑEZ', 'jose nunez']) expect([words, await found(words)]).toEqual([words, ['José Nuñez']])
  for (const words of ['STRASSE', 'straße', 'lukasz', 'Łuk']) expect([words, await found(words)]).toEqual([words, ['Łukasz Straße']])
})

describe('submitting a contact', () => {
  test('CAP-1 CAP-4 creates a contact with the card’s labels and the consent text', async () => {
    const { card, owner } = await anOwnedCard({ settings: { connectClientsSetting: { applyTags: 'Spring 2026, Open house' } } })
    expect(await submit({ alias: card.alias, notes: 'A shopfront, please.', tags: 'mine', language: 'fr-FR', via: 'qr' })).toMatchObject({
      success: 1,
    })

    const { results, metaData } = await search(owner)
    expect(metaData.totalCount).toBe(1)
    expect(results[0]).toMatchObject({
      name: 'Tobias',
      lastName: 'Wren',
      fullName: 'Tobias Wren',
      phoneNumber: '(207) 555-0199',
      emailAddress: 'tobias.wren@example.com',
      companyName: 'Wren & Daughters Bookshop',
      notes: 'A shopfront, please.',
      tags: 'Spring 2026,Open house',
      via: 'qr',
      viewed: false,
      isQuarantined: false,
      dateCreated: start.toISOString(),
      consent: {
        version: '2026-11',
        agreedAt: start.toISOString(),
        wording: expect.stringMatching(/^Vos coordonnées vont à Ada Winter, Winter & Daughters/),
      },
    })
  })

  test('CAP-4 gets the owner’s labels, or by default the product’s name', async () => {
    const usual = await anOwnedCard()
    const bare = await anOwnedCard({ settings: { connectClientsSetting: { applyTags: '' } } })
    await submit({ alias: usual.card.alias })
    await submit({ alias: bare.card.alias })
    expect((await search(usual.owner)).results[0]?.tags).toBe('Carte')
    expect((await search(bare.owner)).results[0]?.tags).toBe('')
  })

  test('CAP-1 returns an issue per field, and saves nothing', async () => {
    const { card, owner } = await anOwnedCard()
    const input = { ...anEntry({ alias: card.alias }), name: ' ', lastName: '', phoneNumber: '', emailAddress: 'tobias@' }
    const answer = await app.ask('/remote/api/public/connect-client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ success: 0, message: 'Please enter your first name.' }),
    ])
    const bare = await app.ask('/remote/api/public/connect-client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ alias: card.alias }),
    })
    expect([bare.status, await bare.json()]).toEqual([
      422,
      expect.objectContaining({ success: 0, message: 'Please enter your first name.' }),
    ])
    expect((await search(owner)).metaData.totalCount).toBe(0)
  })

  test('submitting a form twice, at once or after a lost response, creates one contact', async () => {
    const { card, owner } = await anOwnedCard()
    const submissionId = randomUUID()
    const proofs = await Promise.all([aProof(app, card.alias), aProof(app, card.alias)])
    await Promise.all(proofs.map((proof) => submit({ alias: card.alias, submissionId }, proof)))
    expect((await search(owner)).metaData.totalCount).toBe(1)
    expect(await problemOf(submit({ alias: card.alias, submissionId, name: 'Other' }))).toMatchObject({ status: 409 })
  })

  test('two submissions with one captcha proof create one contact, and both succeed', async () => {
    const { card, owner } = await anOwnedCard()
    const submissionId = randomUUID()
    const proof = await aProof(app, card.alias)
    await Promise.all([submit({ alias: card.alias, submissionId }, proof), submit({ alias: card.alias, submissionId }, proof)])
    // The proof was used already, but the contact is saved.
    await submit({ alias: card.alias, submissionId }, proof)
    expect((await search(owner)).metaData.totalCount).toBe(1)
  })

  test('a client that sends no key creates one contact a day for the same content', async () => {
    const { card, owner } = await anOwnedCard()
    for (let request = 0; request < 2; request++) {
      const { submissionId: _, ...input } = anEntry({ alias: card.alias, ...(await aProof(app, card.alias)) })
      await app.call('contacts.submit', { input: input as never })
    }
    expect((await search(owner)).metaData.totalCount).toBe(1)
  })

  test('CAP-2 requires a captcha proof for this card, and accepts each once', async () => {
    const [{ card, owner }, other] = [await anOwnedCard(), await anOwnedCard()]
    const proof = await aProof(app, card.alias)
    expect(await problemOf(submit({ alias: card.alias }, { reCaptchaResponse: '', reCaptchaAction: '' }))).toMatchObject({
      status: 422,
      type: '/problems/captcha-missing',
      code: 'captchaMissing',
      message: 'Please complete the captcha challenge.',
    })
    expect(await problemOf(submit({ alias: other.card.alias }, proof))).toMatchObject({ status: 422 })
    await submit({ alias: card.alias }, proof)
    expect(await problemOf(submit({ alias: card.alias }, proof))).toMatchObject({ status: 422 })
    expect((await search(owner)).metaData.totalCount).toBe(1)
  })

  test('a bot’s submission is quarantined without a notification', async () => {
    const { card, owner } = await anOwnedCard()
    await submit({ alias: card.alias, website: 'https://spam.example' })
    expect((await search(owner)).results[0]).toMatchObject({ isQuarantined: true })
    await app.deps.jobs.settle()
    expect(mails.filter(({ to }) => to === owner.email)).toEqual([])
  })

  test('CAP-4 the owner gets one mail with the whole contact', async () => {
    const { card, owner } = await anOwnedCard()
    await submit({ alias: card.alias, notes: 'Call before Friday.\r\nBcc: others@example.com' })
    await app.deps.jobs.settle()
    await app.deps.jobs.settle()
    const sent = mails.filter(({ to }) => to === owner.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ subject: 'Tobias Wren just connected', text: expect.stringContaining('(207) 555-0199') })
    expect(sent[0]?.text).toContain(`/${card.alias}/my-contacts?contact=`)
  })

  test('the visitor gets the card by mail if they ask, within a daily limit', async () => {
    const { card } = await anOwnedCard()
    const emailAddress = 'asks@example.com'
    await submit({ alias: card.alias, emailAddress })
    for (let time = 0; time < 4; time++) await submit({ alias: card.alias, emailAddress, wantsCard: true, notes: `Time ${time}` })
    await app.deps.jobs.settle()
    const got = mails.filter(({ to }) => to === emailAddress)
    expect(got).toHaveLength(3)
    expect(got[0]).toMatchObject({ subject: 'Ada Winter, Winter & Daughters: business card', attachments: [{ name: 'ada-winter.vcf' }] })
    expect(String(got[0]?.attachments?.[0]?.content)).toContain('BEGIN:VCARD')
  })

  test('the card mail names the owner, and contains no text or link the owner wrote', async () => {
    const link = 'https://evil.example/prize'
    const { card } = await anOwnedCard({
      fullName: `Ada Winter ${link} ${'!'.repeat(150)}`,
      title: `Broker ${link}`,
      companyName: 'RE/MAX',
      bio: `You won. ${link} `.repeat(30),
      companyAddress: link,
      companyCity: 'You won',
      settings: { tagLine: { show: true, text: link }, licenseNumber: { show: true, number: link } },
      services: [{ gradeServiceId: 7, directLink: link }],
    })
    await savePicture(app.deps, app.deps.db, card.id, 'profile', await aFace())
    const emailAddress = 'never-asked@example.com'
    await submit({ alias: card.alias, emailAddress, wantsCard: true })
    await app.deps.jobs.settle()

    const [attachment] = mails.find(({ to }) => to === emailAddress)?.attachments ?? []
    expect(attachment?.name.length).toBeLessThan(90)
    const file = String(attachment?.content)
    const parsed = new ICAL.Component(ICAL.parse(file) as unknown[])
    const values = (name: string) => parsed.getAllProperties(name).map((property) => property.getFirstValue())
    expect(values('url')).toEqual([`${app.settings.publicUrl}/${card.alias}/home`])
    expect([...values('note'), ...values('adr')]).toEqual([])
    expect(values('org')).toEqual(['RE/MAX'])
    expect(values('tel')).toEqual(['+12075550101', '+12075550102', '+12075550103'])
    expect([String(values('email')), String(values('photo')).slice(0, 4)]).toEqual(['ada@example.com', '/9j/'])
    for (const name of ['fn', 'title']) expect(String(values(name)).length).toBeLessThanOrEqual(90)
    expect(file.replace(/\r\n /g, '')).not.toMatch(/evil\.example|You won/)
  })

  test('a card without a form, one that is off and an unknown one return their problem', async () => {
    const closed = await aCard(app.deps, { settings: { connectClientsSetting: { enabled: false } } })
    const off = await aCard(app.deps, { isCardDisabled: true })
    expect(await problemOf(submit({ alias: closed.alias }))).toMatchObject({ status: 409 })
    expect(await problemOf(submit({ alias: off.alias }, { reCaptchaResponse: 'x', reCaptchaAction: 'y' }))).toMatchObject({ status: 404 })
    expect(await problemOf(submit({ alias: 'nobody-here' }, { reCaptchaResponse: 'x', reCaptchaAction: 'y' }))).toMatchObject({
      status: 404,
    })
  })

  test('CAP-2 is rate limited per visitor and card, with a message', async () => {
    const { card } = await anOwnedCard()
    const statuses: number[] = []
    let last: Response | undefined
    for (let request = 0; request < 7; request++) {
      last = await app.ask('/remote/api/public/connect-client', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(anEntry({ alias: card.alias.toUpperCase() })),
      })
      statuses.push(last.status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    expect([last?.headers.get('retry-after'), await last?.json()]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.objectContaining({ success: 0, type: '/problems/too-many-requests', message: 'Too many requests. Try again in a moment.' }),
    ])
  })

  test('without a script the form has a signed timestamp in place of a captcha', async () => {
    const { card, owner } = await anOwnedCard()
    const { submissionId, seal } = await app.call('contacts.form', { params: { alias: card.alias } })
    now = new Date(now.getTime() + 5000)
    await submit({ alias: card.alias, submissionId }, { reCaptchaResponse: seal, reCaptchaAction: '' })
    expect((await search(owner)).results[0]).toMatchObject({ isQuarantined: false })
    now = start
  })
})

describe('an owner’s contacts', () => {
  test('MYC-1 are found by any part of a name or company', async () => {
    const { card, owner } = await anOwnedCard()
    await aContact(app.deps, card.id, { name: 'Lucía', lastName: 'Bellmont', dateCreated: new Date('2036-06-10') })
    await aContact(app.deps, card.id, {
      name: 'Owen',
      lastName: 'Marsh',
      companyName: '100% Joinery_Ltd',
      dateCreated: new Date('2036-06-12'),
    })
    await aContact(app.deps, card.id, { name: 'June', lastName: 'Okada', dateCreated: new Date('2036-06-14') })

    expect(await names(owner)).toEqual(['June Okada', 'Owen Marsh', 'Lucía Bellmont'])
    expect(await names(owner, { SearchFor: 'LUCÍA' })).toEqual(['Lucía Bellmont'])
    expect(await names(owner, { SearchFor: 'a' })).toEqual(['June Okada', 'Owen Marsh', 'Lucía Bellmont'])
    expect(await names(owner, { SearchFor: '0% j' })).toEqual(['Owen Marsh'])
    for (const words of ['june okada', 'okada  june', 'OKA jun'])
      expect([words, await names(owner, { SearchFor: words })]).toEqual([words, ['June Okada']])
    expect(await names(owner, { SearchFor: 'okada marsh' })).toEqual([])
    expect(await names(owner, { SearchFor: 'ju ne ok da' })).toEqual(['June Okada'])
    for (const trick of ['%', '_', '\\', "'; drop table contact; --"])
      expect(await names(owner, { SearchFor: trick })).toEqual(trick === '%' || trick === '_' ? ['Owen Marsh'] : [])
  })

  test('MYC-1 are found by part of an email address or phone number, in any format', async () => {
    const { card, owner } = await anOwnedCard()
    const people = [
      { name: 'Ada', emailAddress: 'Ada.Field@harbor.example', phoneNumber: '(207) 555-0142' },
      { name: 'Bo', emailAddress: 'bo@wren.example', phoneNumber: '06 12 34 56 78', companyName: '12 Oaks' },
      { name: 'Cy', emailAddress: '', phoneNumber: '+1 207 555 0199' },
      { name: 'Di', emailAddress: '', phoneNumber: '614-555-HOME' },
    ]
    for (const [at, person] of people.entries())
      await aContact(app.deps, card.id, { lastName: '', companyName: '', ...person, dateCreated: new Date(start.getTime() - at) })
    const found = {
      'field@HARBOR': ['Ada'],
      '207555': ['Ada', 'Cy'],
      '(207) 555-0142': ['Ada'],
      '555-01': ['Ada', 'Cy'],
      '+12075550142': ['Ada'],
      '2075550199': ['Cy'],
      '+33 6 12 34 56 78': ['Bo'],
      '0033612345678': ['Bo'],
      '02075550199': ['Cy'],
      '12 Oaks': ['Bo'],
      '555-home': ['Di'],
      '12': ['Bo', 'Cy'],
      '5550 wren': [],
    }
    for (const [words, whom] of Object.entries(found))
      expect([words, (await names(owner, { SearchFor: words })).map((name) => name.trim())]).toEqual([words, whom])
  })

  test('MYC-1 are paged by number or cursor, without gaps or duplicates', async () => {
    const { card, owner } = await anOwnedCard()
    const same = new Date('2036-06-01T10:00:00Z')
    for (let place = 0; place < 25; place++)
      await aContact(app.deps, card.id, { name: `N${place}`, lastName: '', fullName: `N${place}`, dateCreated: same })
    const byNumber = [...(await names(owner)), ...(await names(owner, {}, { page: 2 })), ...(await names(owner, {}, { page: 3 }))]
    const walked: string[] = []
    for (let after: { dateCreated: string; id: string } | undefined; walked.length <= 25;) {
      const { results, metaData } = await search(owner, after ? { after } : {})
      expect(metaData.totalCount).toBe(after ? 0 : 25)
      walked.push(...results.map(({ fullName }) => fullName))
      const last = results.at(-1)
      if (results.length < 10 || !last) break
      after = { dateCreated: last.dateCreated, id: last.id }
    }
    expect(walked).toEqual(byNumber)
    expect(new Set(walked).size).toBe(25)
  })

  test('MYC-1 imported without a date come last, by number or cursor, without gaps', async () => {
    const { card, owner } = await anOwnedCard()
    for (let place = 0; place < 24; place++) {
      const source = (['import', 'form', 'import', 'hand'] as const)[place % 4] ?? 'form'
      const name = `N${String(place).padStart(2, '0')}`
      const dateCreated = new Date(start.getTime() - Math.floor(place / 2) * 1000)
      await aContact(app.deps, card.id, {
        name,
        lastName: '',
        fullName: name,
        source,
        hasOwnDate: place % 4 === 2,
        dateCreated,
        viewed: true,
      })
    }
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => names(owner, {}, { page, pageSize: 5 })))
    const walked: string[] = []
    for (let after: object | undefined; walked.length <= 24;) {
      const { results } = await search(owner, after ? { after } : {}, { pageSize: 5 })
      walked.push(...results.map(({ fullName }) => fullName))
      const last = results.at(-1)
      if (!last) break
      after = { dateCreated: last.dateCreated, id: last.id, isUndated: last.isUndated }
    }
    expect(walked).toEqual(pages.flat())
    expect(new Set(walked).size).toBe(24)
    // A page of the release before has no such part in its cursor: its list is by date.
    const byDate: string[] = []
    for (let after: object | undefined = { dateCreated: start.toISOString(), id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }; after;) {
      const { results } = await search(owner, { after }, { pageSize: 5 })
      byDate.push(...results.map(({ fullName }) => fullName))
      const last = byDate.length > 24 ? undefined : results.at(-1)
      after = last && { dateCreated: last.dateCreated, id: last.id }
    }
    expect(byDate.toSorted()).toEqual(walked.toSorted())
    const isUndated = (name: string) => Number(name.slice(1)) % 4 === 0
    expect(walked.slice(18).every(isUndated)).toBe(true)
    // In a period, all are by date.
    expect(isUndated((await names(owner, { daysBack: 30 })).slice(0, 2).toSorted()[0] ?? '')).toBe(true)
  })

  test('MYC-2 on the free plan imported ones without a date don’t displace others', async () => {
    const { card, owner } = await anOwnedCard({ plan: 'FREE' })
    for (let place = 0; place < 9; place++) {
      const dateCreated = new Date(start.getTime() - place * 1000)
      await aContact(app.deps, card.id, {
        name: `N${place}`,
        lastName: '',
        fullName: `N${place}`,
        source: place < 5 ? 'import' : 'form',
        dateCreated,
      })
    }
    expect(await names(owner)).toEqual(['N5', 'N6', 'N7', 'N8', 'N0'])
  })

  test('MYC-1 are sorted by name or company, by number or cursor, without gaps', async () => {
    const { card, owner } = await anOwnedCard()
    const people = ['Zoe/Acme', 'ada/', 'Bo/acme', 'Ada/Wren & Co', 'Cy/']
    for (const [at, person] of people.entries()) {
      const [name = '', companyName = ''] = person.split('/')
      await aContact(app.deps, card.id, {
        name,
        lastName: '',
        fullName: name,
        companyName,
        dateCreated: new Date(start.getTime() - at * 1000),
      })
    }
    const expected = { name: ['ada', 'Ada', 'Bo', 'Cy', 'Zoe'], company: ['Bo', 'Zoe', 'Ada', 'ada', 'Cy'] }
    for (const [sort, order] of Object.entries(expected)) {
      const sorted = (await names(owner, { sort })).map((name) => (sort === 'name' ? name.toLowerCase() : name))
      expect(sorted).toEqual(sort === 'name' ? order.map((name) => name.toLowerCase()) : order)
      const pages = await Promise.all([1, 2, 3].map((page) => names(owner, { sort }, { page, pageSize: 2 })))
      expect(pages.flat()).toHaveLength(5)
      const cursors: string[] = []
      for (let after: object | undefined; cursors.length <= 5;) {
        const { results } = await search(owner, { sort, ...(after && { after }) }, { pageSize: 2 })
        cursors.push(...results.map(({ fullName }) => fullName))
        const last = results.at(-1)
        if (!last) break
        after = { dateCreated: last.dateCreated, id: last.id, fullName: last.fullName, companyName: last.companyName }
      }
      expect(cursors).toEqual(pages.flat())
    }
  })

  test('MYC-1 are filtered by label; MYC-4 new ones are counted', async () => {
    const { card, owner } = await anOwnedCard()
    await aContact(app.deps, card.id, { name: 'A', tags: ['Buyer'], viewed: true })
    const fresh = await aContact(app.deps, card.id, { name: 'B', tags: ['Buyer', 'Open house'] })
    await aContact(app.deps, card.id, { name: 'C', tags: ['Seller'] })
    expect((await names(owner, {}, { tag: 'Buyer' })).sort()).toEqual(['A Field', 'B Field'])
    expect((await search(owner, { ConnectedClientStatus: 1 })).metaData.totalCount).toBe(2)
    await owner.call('contacts.setViewed', { input: { clientId: fresh.id } })
    expect((await search(owner, { ConnectedClientStatus: 1 })).metaData.totalCount).toBe(1)
    expect((await owner.call('contacts.labels')).sort()).toEqual(['Carte'])
    await owner.call('contacts.setTags', { input: { clientId: fresh.id, tags: [' Spring, 2026 ', 'Buyer', 'Buyer'] } })
    expect((await owner.call('contacts.read', { params: { id: fresh.id } })).tags).toBe('Spring  2026,Buyer')
    expect((await owner.call('contacts.labels')).sort()).toEqual(['Buyer', 'Carte', 'Spring  2026'])
  })

  test('ANA-1 are counted by day, with today as the first', async () => {
    const { card, owner } = await anOwnedCard()
    const at = (day: string) => aContact(app.deps, card.id, { dateCreated: new Date(day) })
    for (const day of [
      '2036-06-15T01:00:00Z',
      '2036-06-09T00:00:00Z',
      '2036-06-08T23:59:59Z',
      '2036-06-02T00:00:00Z',
      '2036-06-01T23:59:59Z',
    ])
      await at(day)
    const count = async (input: object) => (await search(owner, input, { pageSize: 1 })).metaData.totalCount
    expect(await count({ daysBack: 7 })).toBe(2)
    expect(await count({ daysBack: 14, daysBackEnd: 7 })).toBe(2)
  })

  test('counts the matches of search words up to `countUpTo`, and all others exactly', async () => {
    const { card, owner } = await anOwnedCard()
    for (const name of ['Ann', 'Anna', 'Annika']) await aContact(app.deps, card.id, { name })
    const count = async (input: object) => (await search(owner, input)).metaData.totalCount
    expect(await count({ SearchFor: 'ann', countUpTo: 2 })).toBe(2)
    expect(await count({ SearchFor: 'anna', countUpTo: 2 })).toBe(1)
    expect(await count({ SearchFor: 'ann' })).toBe(3)
    expect(await count({ countUpTo: 2 })).toBe(3)
  })

  test.each(['Buyer/Seller', 'x\\y', '.', '..', '50%', 'none'])('is found by the label “%s”, sent in the body', async (label) => {
    const { card, owner } = await anOwnedCard()
    await aContact(app.deps, card.id, { name: 'Tobias', tags: [label] })
    await aContact(app.deps, card.id, { name: 'Nora', tags: ['Other'] })
    expect((await search(owner, { tag: label })).results.map(({ name }) => name)).toEqual(['Tobias'])
    expect((await search(owner, { tag: '' })).metaData.totalCount).toBe(2)
    expect((await search(owner, {}, { tag: 'Other' })).results.map(({ name }) => name)).toEqual(['Nora'])
    expect((await search(owner)).metaData.totalCount).toBe(2)
  })

  test('lists every label of a card with hundreds, also for the archive', async () => {
    const { card, owner } = await anOwnedCard()
    const labels = Array.from({ length: 240 }, (_, place) => `Label ${String(place).padStart(3, '0')}`)
    await app.deps.db.transaction((tx) => addLabels(tx, card.id, labels))
    expect(await owner.call('contacts.labels', { query: {} })).toEqual(expect.arrayContaining(labels))
    expect(await exportLabels(app.deps.db, card.id)).toEqual(labels)
    expect(ArchivedCard.shape.labels.safeParse(labels).success).toBe(true)
  })

  test('a card at its label limit rejects new labels, and accepts existing ones', async () => {
    const { card, owner } = await anOwnedCard()
    const { id } = await aContact(app.deps, card.id, { name: 'Tobias', tags: ['Label 0'] })
    const labels = Array.from({ length: labelsMax }, (_, place) => `Label ${place}`)
    await app.deps.db.transaction((tx) => addLabels(tx, card.id, labels))
    const setTags = (tags: string[]) => owner.call('contacts.setTags', { input: { clientId: id, tags } })
    const create = (tags: string[]) => owner.call('contacts.create', { input: { submissionId: randomUUID(), name: 'Nora', tags } as never })
    const issues = [{ path: 'tags', code: 'labelsTooMany', values: { limit: labelsMax } }]
    const tooMany = { status: 422, success: 0, message: 'A card can have at most 10,000 labels.', issues }
    for (const add of [setTags, create]) expect(await problemOf(add(['Label 1', 'One more']))).toMatchObject(tooMany)
    expect((await owner.call('contacts.read', { params: { id } })).tags).toBe('Label 0')
    await setTags(['Label 1', 'Label 2'])
    await create(['Label 3'])
    expect((await exportLabels(app.deps.db, card.id)).toSorted()).toEqual(labels.toSorted())
  })

  test('on the free plan searches don’t count hidden contacts, which would reveal names', async () => {
    const { card, owner } = await anOwnedCard({ plan: 'FREE' })
    const made = [0, 0, 0, 0, 0, 13, 14, 400].map((days, place) =>
      aContact(app.deps, card.id, {
        name: place < 5 ? `N${place}` : 'Zelda',
        phoneNumber: place < 5 ? '' : '(207) 555-0177',
        emailAddress: place < 5 ? '' : 'zelda@secret.example',
        tags: place < 5 ? [] : ['Secret'],
        dateCreated: new Date(start.getTime() - days * 86_400_000 - place * 1000),
      }),
    )
    await Promise.all(made)
    for (const input of [
      { SearchFor: 'Zel' },
      { SearchFor: '555-0177' },
      { SearchFor: 'q' },
      { tag: 'Secret' },
      { tag: 'Other' },
      { ConnectedClientStatus: 1 },
    ])
      expect((await search(owner, input)).metaData.hiddenCount).toBe(3)
    expect((await search(owner, {}, { tag: 'Secret' })).metaData.hiddenCount).toBe(3)
    for (const sort of ['name', 'company']) {
      const after = { dateCreated: start.toISOString(), id: randomUUID(), fullName: 'M', companyName: '' }
      expect((await names(owner, { sort })).toSorted()).toEqual((await names(owner)).toSorted())
      expect(await names(owner, { sort, after })).not.toContainEqual(expect.stringContaining('Zelda'))
    }
    for (const SearchFor of ['Zel', '2075550177', '555-0177', 'secret.example'])
      expect(await search(owner, { SearchFor })).toMatchObject({ results: [], metaData: { totalCount: 0 } })
    // By day, no further back than analytics on this plan.
    expect((await search(owner, { daysBack: 14, daysBackEnd: 7 })).metaData.hiddenCount).toBe(1)
    expect((await search(owner, { daysBack: 3660 })).metaData.hiddenCount).toBe(1)
    expect((await search(owner, { daysBack: 3660, daysBackEnd: 15 })).metaData.hiddenCount).toBe(0)
  })

  test('MYC-2 on the free plan every endpoint returns the last five and deletes none', async () => {
    const { card, owner } = await anOwnedCard({ plan: 'FREE' })
    const made = []
    for (let place = 0; place < 8; place++)
      made.push(await aContact(app.deps, card.id, { name: `N${place}`, dateCreated: new Date(start.getTime() - place * 1000) }))
    const [newest, hidden] = [made[0]?.id ?? '', made[7]?.id ?? '']

    const { results, metaData } = await search(owner, {}, { pageSize: 100 })
    expect(results.map(({ name }) => name)).toEqual(['N0', 'N1', 'N2', 'N3', 'N4'])
    expect(metaData).toEqual({ totalCount: 5, hiddenCount: 3, quarantinedCount: 0 })
    expect(await names(owner, { SearchFor: 'N7' })).toEqual([])
    expect(await names(owner, {}, { page: 2, pageSize: 5 })).toEqual([])
    const last = results.at(-1)
    expect(await names(owner, { after: { dateCreated: last?.dateCreated, id: last?.id } })).toEqual([])

    const calls = [
      owner.call('contacts.read', { params: { id: hidden } }),
      owner.call('contacts.export', { params: { id: hidden } }),
      owner.call('contacts.setViewed', { input: { clientId: hidden } }),
      owner.call('contacts.updateNotes', { input: { connectedClientId: hidden, notes: [] } }),
      owner.call('contacts.change', { input: { clientId: hidden, revision: 1, fields: { name: 'Seen' } } }),
      owner.call('contacts.erase', { input: { clientId: hidden } }),
    ].map(problemOf)
    for (const found of await Promise.all(calls)) expect(found).toMatchObject({ status: 404 })
    const table = await (await owner.ask('/remote/api/clients/connected-clients/export-all/csv')).text()
    expect(table).toContain('N4')
    expect(table).not.toContain('N5')
    expect(await problemOf(owner.call('contacts.setTags', { input: { clientId: newest, tags: ['x'] } }))).toMatchObject({ status: 403 })

    await app.deps.changes.write(async (tx) =>
      tx.execute(sql`insert into subscription (subject_id, plan_code, state, paid_until) values (${card.id}, 'PRO', 'paid', '2040-01-01')`),
    )
    expect((await search(owner, {}, { pageSize: 100 })).results).toHaveLength(8)
  })
})

describe('a contact', () => {
  test('MYC-3 stores every note, also from two windows at once', async () => {
    const { card, owner } = await anOwnedCard()
    const { id } = await aContact(app.deps, card.id)
    const note = (words: string) => ({ Created: start.toISOString(), Note: words })
    const write = (...notes: object[]) => owner.call('contacts.updateNotes', { input: { connectedClientId: id, notes: notes as never } })
    await write(note('First'))
    await Promise.all([write(note('First'), note('From one window')), write(note('First'), note('From the other'))])
    const notes = JSON.parse((await owner.call('contacts.read', { params: { id } })).ownerNotes) as { Note: string }[]
    expect(notes.map(({ Note }) => Note).sort()).toEqual(['First', 'From one window', 'From the other'])
    const tooMany = Array.from({ length: 498 }, (_, at) => note(String(at)))
    expect(await problemOf(write(...tooMany))).toMatchObject({ status: 422, issues: [{ path: 'notes', code: 'notesTooMany' }] })
  })

  test('MYC-3 is exported as a vCard named after the person, by request and by link', async () => {
    const { card, owner } = await anOwnedCard()
    const { id } = await aContact(app.deps, card.id, {
      name: 'Zoë; "x"',
      lastName: 'O’Neil\r\nTEL:1',
      phoneNumber: '+1 207 555 0100',
      companyName: 'A, B & C',
      notes: 'Two\nlines',
    })
    const answer = await owner.ask(`/remote/api/clients/connected-clients/export-client/${id}`)
    expect(answer.headers.get('content-disposition')).toContain('.vcf')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const file = await answer.text()
    const read = new ICAL.Component(ICAL.parse(file) as never)
    expect(read.getFirstPropertyValue('n')).toEqual(['O’Neil\nTEL:1', 'Zoë; "x"', '', '', ''])
    expect(read.getAllProperties('tel')).toHaveLength(1)
    expect(read.getFirstPropertyValue('note')).toBe('Two\nlines')
    const called = await owner.call('contacts.export', { params: { id } })
    expect(await called.text()).toBe(file)
  })

  test('can be entered by its owner, once per form', async () => {
    const { owner } = await anOwnedCard()
    const input = { submissionId: randomUUID(), name: 'Silas', companyName: 'Hartwell', tags: ['Buyer'] } as never
    const [one, two] = [await owner.call('contacts.create', { input }), await owner.call('contacts.create', { input })]
    expect(two.id).toBe(one.id)
    expect((await search(owner)).results[0]).toMatchObject({ fullName: 'Silas', viewed: true, tags: 'Buyer', consent: null })
  })

  test('has a phone number that can be one, written the usual way', async () => {
    const { card, owner } = await anOwnedCard()
    const byHand = (phoneNumber: string) =>
      owner.call('contacts.create', { input: NewContact.parse({ submissionId: randomUUID(), name: 'Silas', phoneNumber }) })
    await byHand('614 555 0137')
    await submit({ alias: card.alias, phoneNumber: '1.614.555.0138 x12' })
    expect((await search(owner)).results.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual(['(614) 555-0137', '(614) 555-0138 x12'])
    const wrong = { submissionId: randomUUID(), name: 'Silas', phoneNumber: 'abc' } as never
    expect(await problemOf(owner.call('contacts.create', { input: wrong }))).toMatchObject({
      message: 'Please enter a phone number with 7 to 15 digits.',
    })
    expect(await problemOf(submit({ alias: card.alias, phoneNumber: 'ext. 1234567' }))).toMatchObject({
      message: 'Please enter a valid phone number.',
    })
  })

  test('is edited by its owner, beside what the visitor sent', async () => {
    const { card, owner } = await anOwnedCard()
    await submit({ alias: card.alias, name: 'Tobbias', phoneNumber: '207 555 0199' })
    const [before] = (await search(owner)).results
    const change = (fields: ContactEdit, revision = 1) =>
      owner.call('contacts.change', { input: { clientId: before?.id ?? '', revision, fields } })
    expect(before).toMatchObject({ revision: 1, editedAt: null, sent: null })

    const edited = { name: 'Tobias', phoneNumber: '614 555 0137', city: 'Port Hadley' }
    const after = { name: 'Tobias', fullName: 'Tobias Wren', phoneNumber: '(614) 555-0137', city: 'Port Hadley', revision: 2 }
    const sent = { name: 'Tobbias', phoneNumber: '(207) 555-0199', city: '' }
    expect(await change(edited)).toMatchObject({ ...after, sent, editedAt: now.toISOString() })
    // A repeated request changes nothing; another window's older form is refused.
    expect(await change(edited)).toMatchObject(after)
    expect(await problemOf(change({ title: 'Buyer' }))).toMatchObject({ status: 409 })
    expect(await change({ city: '', name: 'Tobbias' }, 2)).toMatchObject({ revision: 3, sent: { phoneNumber: '(207) 555-0199' } })

    expect(await names(owner, { SearchFor: '6145550137' })).toEqual(['Tobbias Wren'])
    expect(await problemOf(change({ name: '', phoneNumber: 'abc' }, 3))).toMatchObject({
      issues: [{ path: 'fields.name' }, { path: 'fields.phoneNumber' }],
    })
    expect((await search(owner)).results).toMatchObject([{ revision: 3, phoneNumber: '(614) 555-0137' }])
  })

  test('that the owner entered has nothing that a visitor sent', async () => {
    const { card, owner } = await anOwnedCard()
    const { id } = await aContact(app.deps, card.id, { source: 'hand', viewed: true, title: 'Seller' })
    const fields = { title: 'Buyer' }
    expect(await owner.call('contacts.change', { input: { clientId: id, revision: 1, fields } })).toMatchObject({
      title: 'Buyer',
      sent: null,
    })
  })

  test('is erased with everything attached to it', async () => {
    const { card, owner } = await anOwnedCard()
    await submit({ alias: card.alias, emailAddress: 'erase.me@example.com', notes: 'Unfindable afterwards' })
    const id = (await search(owner)).results[0]?.id ?? ''
    await owner.call('contacts.erase', { input: { clientId: id } })
    await app.deps.jobs.settle()
    expect((await search(owner)).metaData.totalCount).toBe(0)
    for (const table of ['contact', 'contact_consent']) {
      const { rows } = await app.deps.db.execute(sql.raw(`select row_to_json(t)::text as row from ${table} t`))
      expect(JSON.stringify(rows)).not.toContain('erase.me@example.com')
    }
    expect(await problemOf(owner.call('contacts.read', { params: { id } }))).toMatchObject({ status: 404 })
  })

  test('that was erased is not restored when a device resends it', async () => {
    const { card, owner } = await anOwnedCard()
    const submissionId = randomUUID()
    await submit({ alias: card.alias, submissionId })
    const id = (await search(owner)).results[0]?.id ?? ''
    await owner.call('contacts.erase', { input: { clientId: id } })
    await submit({ alias: card.alias, submissionId })
    expect((await search(owner)).metaData.totalCount).toBe(0)
  })

  test('records when the visitor submitted, also if the entry waited offline', async () => {
    const { card, owner } = await anOwnedCard()
    const consentAt = new Date(start.getTime() - 3 * 3_600_000).toISOString()
    await submit({ alias: card.alias, consentAt })
    await submit({ alias: card.alias, consentAt: '2030-01-01T00:00:00Z' })
    const agreed = (await search(owner)).results.map(({ consent }) => consent?.agreedAt)
    expect(agreed.toSorted()).toEqual([consentAt, start.toISOString()])
    expect(await problemOf(submit({ alias: card.alias, consentVersion: 'never-was' }))).toMatchObject({ status: 422 })
  })
})

describe('several contacts', () => {
  const label = (owner: Owner, clientIds: string[], tags = ['Fair'], removedTags: string[] = []) =>
    owner.call('contacts.labelSeveral', { input: { clientIds, tags, removedTags } })
  const erase = (owner: Owner, clientIds: string[]) => owner.call('contacts.eraseSeveral', { input: { clientIds } })

  test('are labeled and deleted at once; one that is gone is passed over', async () => {
    const { card, owner } = await anOwnedCard()
    const made = []
    for (let at = 0; at < 3; at++)
      made.push(
        await aContact(app.deps, card.id, {
          name: `N${at}`,
          tags: at === 0 ? ['Fair', 'Own'] : [],
          dateCreated: new Date(start.getTime() - at * 1000),
        }),
      )
    const ids = made.map(({ id }) => id)
    expect(await label(owner, [...ids, randomUUID()])).toMatchObject({ count: 3 })
    expect((await search(owner)).results.map(({ tags }) => tags)).toEqual(['Fair,Own', 'Fair', 'Fair'])
    expect(await erase(owner, ids.slice(1))).toMatchObject({ count: 2 })
    expect(await names(owner)).toEqual(['N0 Field'])
    expect(await problemOf(erase(owner, ids.slice(1)))).toMatchObject({ status: 404 })
    expect(await problemOf(erase(owner, []))).toMatchObject({ status: 422 })
  })

  test('are labeled and deleted with the same number of statements as two', async () => {
    const { card, owner } = await anOwnedCard()
    const secret = { secret: Buffer.alloc(60), secretAt: start, secretEnd: 'abcd' }
    const types: EventType[] = ['contact.updated', 'contact.erased', 'consent.withdrawn']
    const connection = { id: randomUUID(), createdAt: start, preset: 'own' as const, name: 'Own', url: 'https://hooks.example.com', types }
    await app.deps.db.insert(connections).values({ subjectId: card.id, isFull: true, ...connection, ...secret })
    await app.deps.db.execute(sql`
      insert into contact (subject_id, id, submission_id, name, full_name, email_address)
      select ${card.id}, gen_random_uuid(), gen_random_uuid(), 'N', 'N' || n, 'n' || n || '@example.com' from generate_series(1, 52) n`)
    const all = await app.deps.db.execute<{ id: string }>(sql`
      insert into contact_consent (subject_id, contact_id, wording, wording_version, language, given_at)
      select subject_id, id, 'w', '2026-11', 'en', ${start.toISOString()} from contact where subject_id = ${card.id} returning contact_id as id`)
    const ids = all.rows.map(({ id }) => id)
    const [two, fifty] = [ids.slice(0, 2), ids.slice(2)]
    await addLabels(app.deps.db, card.id, ['Fair'])
    // The first request of a session also records its use.
    await search(owner)
    for (const act of [label, erase]) {
      const statementsFor = async (some: string[]) => {
        using work = countStatements(app.deps.pool)
        expect(await act(owner, some)).toMatchObject({ count: some.length })
        return work.statements
      }
      const few = await statementsFor(two)
      // A background statement may come between; one per contact would be 48 more.
      expect((await statementsFor(fifty)).length).toBeLessThan(few.length + 5)
    }
    const events = await app.deps.db.execute<{ type: string; count: number }>(sql`
      select e.type, count(j.id)::int as count from event e join jobs.job j on j.data ->> 'eventId' = e.id::text
      where e.subject_id = ${card.id} group by e.type order by e.type`)
    expect(events.rows).toEqual(['consent.withdrawn', 'contact.erased'].map((type) => ({ type, count: 52 })))
  })

  test('are labeled, except one that has the maximum number of labels', async () => {
    const { card, owner } = await anOwnedCard()
    const tags = Array.from({ length: 20 }, (_, at) => `L${at}`)
    const full = await aContact(app.deps, card.id, { tags })
    const other = await aContact(app.deps, card.id, { tags: [] })
    expect(await label(owner, [full.id, other.id])).toMatchObject({ count: 1, refused: 1 })
    expect(await label(owner, [full.id])).toMatchObject({ count: 0, refused: 1 })
    expect((await owner.call('contacts.read', { params: { id: other.id } })).tags).toBe('Fair')
    expect((await owner.call('contacts.read', { params: { id: full.id } })).tags.split(',')).toEqual(tags)
  })

  test('get labels and lose others in one call', async () => {
    const { card, owner } = await anOwnedCard()
    const many = Array.from({ length: 20 }, (_, at) => `L${at}`)
    const full = await aContact(app.deps, card.id, { tags: many })
    const other = await aContact(app.deps, card.id, { tags: ['Fair', 'Own'] })
    const ids = [full.id, other.id]
    const tagsOf = async (id: string) => (await owner.call('contacts.read', { params: { id } })).tags
    expect(await label(owner, ids, ['New'], ['L0', 'Fair', 'unknown'])).toMatchObject({ count: 2, refused: 0 })
    expect(await tagsOf(other.id)).toBe('Own,New')
    expect((await tagsOf(full.id)).split(',')).toEqual([...many.slice(1), 'New'])
    // One that is added and removed is added.
    expect(await label(owner, [other.id], ['New'], ['New', 'Own'])).toMatchObject({ count: 1 })
    expect(await tagsOf(other.id)).toBe('New')
    expect(await problemOf(label(owner, ids, [], []))).toMatchObject({ status: 422 })
  })

  test('of another owner or hidden by the plan are neither labeled nor deleted', async () => {
    const { card, owner } = await anOwnedCard({ plan: 'FREE' })
    const made = []
    for (let at = 0; at < 6; at++) made.push(await aContact(app.deps, card.id, { dateCreated: new Date(start.getTime() - at * 1000) }))
    const other = await anOwnedCard()
    const ids = made.map(({ id }) => id)
    expect(await problemOf(erase(other.owner, ids))).toMatchObject({ status: 404 })
    expect(await problemOf(label(other.owner, ids))).toMatchObject({ status: 404 })
    expect(await problemOf(label(owner, ids.slice(0, 1)))).toMatchObject({ status: 403 })
    expect(await problemOf(label(owner, ids.slice(0, 1), [], ['Fair']))).toMatchObject({ status: 403 })
    expect(await problemOf(erase(owner, ids.slice(5)))).toMatchObject({ status: 404 })
    expect((await search(owner)).metaData).toMatchObject({ totalCount: 5, hiddenCount: 1 })
    expect(await erase(owner, ids)).toMatchObject({ count: 5 })
    expect((await search(owner)).results.map(({ id }) => id)).toEqual(ids.slice(5))
  })
})

describe('all contacts that match', () => {
  type Found = { count: number; digest: string; SearchFor?: string; tag?: string; alias?: string }
  /** A search, with what it has found. */
  const find = async (owner: Owner, input: { SearchFor?: string; tag?: string } = {}): Promise<Found> => {
    const { metaData } = await search(owner, { ...input, withoutQuarantined: true, withDigest: true }, { pageSize: 1 })
    return { ...input, count: metaData.totalCount, digest: metaData.digest ?? '' }
  }
  const label = (owner: Owner, found: Found, tags = ['Fair'], removedTags: string[] = []) =>
    owner.call('contacts.labelMatching', { input: { SearchFor: '', tag: '', tags, removedTags, ...found } })
  const erase = (owner: Owner, found: Found) => owner.call('contacts.eraseMatching', { input: { SearchFor: '', tag: '', ...found } })
  const insert = (subjectId: string, count: number, name = 'N', tag = 'Buyer') =>
    app.deps.db.execute(sql`
      insert into contact (subject_id, id, submission_id, name, full_name, email_address, tags)
      select ${subjectId}, gen_random_uuid(), gen_random_uuid(), ${name}, ${name} || ' ' || n, 'n' || n || '@example.com', array[${tag}]
      from generate_series(1, ${count}) n`)
  const counts = async (subjectId: string) => {
    const { rows } = await app.deps.db.execute<{ all: number; labeled: number }>(
      sql`select count(*)::int as all, count(*) filter (where tags @> array['Fair'])::int as labeled from contact where subject_id = ${subjectId}`,
    )
    return rows[0]
  }

  test('are labeled and deleted on all pages, and no others', async () => {
    const { card, owner } = await anOwnedCard()
    await insert(card.id, 30, 'Wren')
    await insert(card.id, 5, 'Wren', 'Seller')
    await insert(card.id, 7, 'Field')
    const wrenBuyers = { SearchFor: 'wren', tag: 'Buyer' }
    const buyers = await find(owner, wrenBuyers)
    expect(buyers.count).toBe(30)
    expect(await label(owner, buyers)).toMatchObject({ count: 30, refused: 0 })
    expect(await counts(card.id)).toEqual({ all: 42, labeled: 30 })
    expect(await owner.call('contacts.labels', { query: {} })).toContain('Fair')
    // The label that finds them is removed from all of them.
    expect(await label(owner, await find(owner, { tag: 'Fair' }), [], ['Fair'])).toMatchObject({ count: 30 })
    expect(await counts(card.id)).toEqual({ all: 42, labeled: 0 })
    expect(await erase(owner, buyers)).toMatchObject({ count: 30 })
    expect(await counts(card.id)).toEqual({ all: 12, labeled: 0 })
    expect(await erase(owner, await find(owner))).toMatchObject({ count: 12 })
    expect(await counts(card.id)).toEqual({ all: 0, labeled: 0 })
  })

  test('don’t change if one was replaced by another, or if the click is repeated', async () => {
    const { card, owner } = await anOwnedCard()
    await insert(card.id, 4)
    const before = await find(owner)
    expect(await find(owner)).toEqual(before)
    await erase(owner, await find(owner, { SearchFor: 'n3@' }))
    await insert(card.id, 1, 'New')
    const after = await find(owner)
    expect(after).toMatchObject({ count: 4 })
    for (const found of [before, { ...after, count: 3 }]) {
      expect(await problemOf(label(owner, found))).toMatchObject({
        status: 409,
        message: 'Other contacts match now, 4 in all. Check them and try again.',
      })
    }
    expect(await problemOf(erase(owner, before))).toMatchObject({ status: 409 })
    expect(await counts(card.id)).toEqual({ all: 4, labeled: 0 })
    await erase(owner, after)
    await insert(card.id, 4)
    expect(await problemOf(label(owner, after))).toMatchObject({ status: 409 })
    expect(await counts(card.id)).toEqual({ all: 4, labeled: 0 })
  })

  test('are limited to the first 10,000, and a repeated click deletes no others', async () => {
    const { card, owner } = await anOwnedCard()
    await insert(card.id, 10_002)
    const first = await find(owner)
    expect(first.count).toBe(10_000)
    await app.deps.db.execute(sql`delete from contact where (subject_id, id) in (
      select subject_id, id from contact where subject_id = ${card.id} order by date_created desc, id desc limit 1)`)
    expect(await problemOf(erase(owner, first))).toMatchObject({ status: 409 })
    expect(await counts(card.id)).toEqual({ all: 10_001, labeled: 0 })
  })

  test('lose a label, and the count is of those that had it', async () => {
    const { card, owner } = await anOwnedCard()
    await insert(card.id, 3)
    await insert(card.id, 2, 'S', 'Seller')
    const found = await find(owner)
    expect(await label(owner, found, [], ['Seller'])).toMatchObject({ count: 2, refused: 0 })
    expect(await label(owner, found, [], ['Seller'])).toMatchObject({ count: 0, refused: 0 })
  })

  test('leave out contacts held for review, and so does their count', async () => {
    const { card, owner } = await anOwnedCard()
    await insert(card.id, 2)
    const quarantined = await aContact(app.deps, card.id, { isQuarantined: true })
    expect((await search(owner, { withoutQuarantined: true })).metaData).toMatchObject({ totalCount: 2 })
    expect(await erase(owner, await find(owner))).toMatchObject({ count: 2 })
    expect((await search(owner)).results.map(({ id }) => id)).toEqual([quarantined.id])
  })

  test('are those of the caller’s card, within the plan', async () => {
    const { card, owner } = await anOwnedCard({ plan: 'FREE' })
    const other = await anOwnedCard()
    for (let at = 0; at < 7; at++) await aContact(app.deps, card.id, { name: `N${at}`, dateCreated: new Date(start.getTime() - at * 1000) })
    const found = await find(owner)
    expect(found.count).toBe(5)
    const hidden = await find(owner, { SearchFor: 'N6' })
    expect(hidden.count).toBe(0)
    expect(await problemOf(erase(owner, hidden))).toMatchObject({ status: 422 })
    expect(await problemOf(erase(other.owner, { ...found, alias: card.alias }))).toMatchObject({ status: 404 })
    expect(await problemOf(erase(other.owner, found))).toMatchObject({ status: 409 })
    expect(await problemOf(label(owner, found))).toMatchObject({ status: 403 })
    expect(await problemOf(erase(owner, { ...found, count: 7 }))).toMatchObject({
      status: 409,
      message: expect.stringContaining(' 5 in all'),
    })
    expect(await erase(owner, found)).toMatchObject({ count: 5 })
    expect(await names(owner)).toEqual(['N5 Field', 'N6 Field'])
  })

  test('are changed in batches, each with the same number of statements', async () => {
    for (const act of [label, erase]) {
      const work: number[] = []
      for (const count of [500, 1000, 1500]) {
        const { card, owner } = await anOwnedCard()
        await addLabels(app.deps.db, card.id, ['Fair'])
        await insert(card.id, count)
        const found = await find(owner)
        using counted = countStatements(app.deps.pool)
        expect(await act(owner, found)).toMatchObject({ count })
        // Without what is done once in a while for the session.
        work.push(counted.statements.filter((statement) => statement.includes('contact')).length)
      }
      const [one = 0, two = 0, three = 0] = work
      expect(three - two).toBe(two - one)
      expect(two - one).toBeLessThan(one)
    }
  })
})

describe('all contacts as a file', () => {
  test('is a CSV without formulas, with multi-line notes in one cell', async () => {
    const { card, owner } = await anOwnedCard()
    await aContact(app.deps, card.id, {
      name: '=HYPERLINK("http://evil.example")',
      lastName: '@x',
      companyName: 'A "B", C',
      notes: 'Two\r\nlines',
      phoneNumber: '+1 207',
    })
    const answer = await owner.ask(`/remote/api/clients/connected-clients/export-all/csv?alias=${card.alias}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, ...rest] = bytes.toString('utf8').slice(1).split('\r\n')
    expect(head).toMatch(/^First name,Last name,Title,Company,Email,Phone,Address,City,State,ZIP,Labels,/)
    expect(rest.join('\r\n')).toContain(`"'=HYPERLINK(""http://evil.example"")",'@x,,"A ""B"", C",amara@example.com,'+1 207`)
    expect(rest.join('\r\n')).toContain('"Two\r\nlines"')
  })

  test('is a CSV with dates in the owner’s time zone and the consent text’s version', async () => {
    const { card, owner } = await anOwnedCard()
    await submit({ alias: card.alias, via: 'signature' })
    await aContact(app.deps, card.id, { source: 'import', hasOwnDate: true, dateCreated: new Date('2036-01-15T02:30:00Z') })
    // Its date is only that of the import.
    await aContact(app.deps, card.id, { source: 'import', dateCreated: new Date('2036-01-14T02:30:00Z') })
    const read = async (more = '') => {
      const answer = await owner.ask(`/remote/api/clients/connected-clients/export-all/csv?alias=${card.alias}${more}`)
      return { status: answer.status, rows: (await answer.text()).split('\r\n').map((row) => row.split(',').slice(-6).join(',')) }
    }
    expect((await read('&timeZone=America/New_York')).rows.slice(0, 4)).toEqual([
      'Connected on,Source,Came by,Edited on,Agreed on,Consent version',
      '2036-06-15 11:00,Card,Email signature,,2036-06-15 11:00,2026-11',
      '2036-01-14 21:30,Imported,,,,',
      ',Imported,,,,',
    ])
    expect((await read()).rows[2]).toBe('2036-01-15 02:30,Imported,,,,')
    expect((await read('&timeZone=Nowhere')).status).toBe(422)
  })

  test('is one file of many vCards, however many there are', async () => {
    const { card, owner } = await anOwnedCard()
    await app.deps.db.execute(sql`
      insert into contact (subject_id, id, submission_id, name, full_name) select ${card.id}, gen_random_uuid(), gen_random_uuid(), 'N' || n, 'N' || n from generate_series(1, 1203) n`)
    const file = await (await owner.ask('/remote/api/clients/connected-clients/export-all/vcf')).text()
    expect(file.match(/BEGIN:VCARD/g)).toHaveLength(1203)
    expect(new Set(file.match(/^FN:.*$/gm)).size).toBe(1203)
  })
})

describe('hundreds at once', () => {
  test('concurrent submissions to one card are all saved once, and the count is right', async () => {
    const { card, owner } = await anOwnedCard()
    const { submitContact } = await import('#server/contacts/submit-contact.ts')
    const captcha = { ...app.deps.captcha, verify: async () => ({ ok: true as const, isProved: true }) }
    const entries = Array.from({ length: 400 }, (_, place) => anEntry({ alias: card.alias, emailAddress: `v${place}@example.com` }))
    const twice = [...entries, ...entries.slice(0, 100)]
    for (let at = 0; at < twice.length; at += 100)
      await Promise.all(twice.slice(at, at + 100).map((entry) => submitContact({ ...app.deps, captcha }, entry)))
    const { rows } = await app.deps.db.execute<{ count: string; people: string }>(
      sql`select count(*), count(distinct email_address) as people from contact where subject_id = ${card.id}`,
    )
    expect(rows).toEqual([{ count: '400', people: '400' }])
    expect((await search(owner)).metaData.totalCount).toBe(400)
    const quarantined = await app.deps.db.execute<{ count: string }>(
      sql`select count(*) from contact where subject_id = ${card.id} and is_held`,
    )
    expect(Number(quarantined.rows[0]?.count)).toBeGreaterThan(0)
  })
})
