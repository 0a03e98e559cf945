import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { eventData, type EventType } from '#contract/connections.ts'
import { spellPath } from '#contract/product.ts'
import { pathTo } from '#common/path-to.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { setTags } from '#server/contacts/contact-store.ts'
import { importContactsJob } from '#server/contacts/import/import.job.ts'
import { writeContactsUpdated } from '#server/contacts/write-contact-events.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Found } from '#server/integrations/reviews-source.ts'
import { updateReviews } from '#server/reviews/update-reviews.ts'
import { sendLinkCounts } from '#server/visits/send-link-counts.job.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact, anEntry } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { countStatements } from '../../tests/harness/count-statements.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { whileLocked } from '../../tests/harness/while-locked.ts'
import { connections, deliveries, events, type ConnectionRow } from './tables.ts'
import { writeEvents } from './write-event.ts'

let now = new Date('2036-06-15T15:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { captchaCost: 1 }, outside: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Events of one millisecond have no order. */
const tick = () => (now = new Date(now.getTime() + 1000))

async function anOwnedCard(fields: Parameters<typeof aCard>[1] = {}) {
  const { id, alias } = await aCard(app.deps, fields)
  return { id, alias, owner: await signedIn(app, id) }
}
type OwnedCard = Awaited<ReturnType<typeof anOwnedCard>>

async function aConnection(subjectId: string, types: EventType[], more: Partial<ConnectionRow> = {}): Promise<string> {
  const id = newId(now.getTime())
  const url = 'https://hooks.example.com/carte'
  const secret = { secret: Buffer.alloc(60), secretAt: now, secretEnd: 'abcd' }
  await app.deps.db
    .insert(connections)
    .values({ subjectId, id, createdAt: now, preset: 'own', name: 'Own', url, types, isFull: true, ...secret, ...more })
  return id
}

/** What was recorded of a card, oldest first. Each event must have the form that the contract promises. */
async function eventsOf(subjectId: string) {
  const rows = await app.deps.db.select().from(events).where(eq(events.subjectId, subjectId)).orderBy(asc(events.id))
  return rows.map(({ type, data }) => ({ type, ...eventData[type].strict().parse(JSON.parse(data)) }) as { type: EventType } & Data)
}
type Data = { card: { alias: string }; contact?: { id: string }; consent?: object; link?: object; review?: object }
const typesOf = async (subjectId: string) => (await eventsOf(subjectId)).map(({ type }) => type)

/** The types of the events that are queued for delivery. */
async function queuedOf(subjectId: string) {
  const { rows } = await app.deps.db.execute<{ id: string }>(sql`
    select data ->> 'eventId' as id from jobs.job where name = 'connections.deliver' and data ->> 'subjectId' = ${subjectId}`)
  const queued = new Set(rows.map(({ id }) => id))
  const recorded = await app.deps.db.select().from(events).where(eq(events.subjectId, subjectId)).orderBy(asc(events.id))
  return recorded.filter(({ id }) => queued.has(id)).map(({ type }) => type)
}

async function submit({ alias }: Pick<OwnedCard, 'alias'>, fields: Partial<Parameters<typeof anEntry>[0]> = {}) {
  const reCaptchaAction = 'carte/connect_client'
  const challenge = await app.call('contacts.challenge', { query: { alias, action: reCaptchaAction } })
  const input = anEntry({ alias, reCaptchaResponse: await solveCaptcha(challenge), reCaptchaAction, ...fields })
  await app.call('contacts.submit', { input })
  return input
}
/** Only bots fill in the hidden field: the contact is held for review. */
const asBot = { website: 'https://spam.example' }

const contactsOf = async ({ owner }: Pick<OwnedCard, 'owner'>) =>
  (await owner.call('contacts.search', { params: { page: 1, pageSize: 10, tag: 'none' }, input: { SearchFor: '' } })).results
async function onlyContactOf(card: OwnedCard) {
  const [contact] = await contactsOf(card)
  if (!contact) throw new Error('The card has no contact.')
  return contact
}
const create = ({ owner, alias }: OwnedCard, fields: object = {}) =>
  owner.call('contacts.create', { input: { alias, submissionId: randomUUID(), name: 'Ida', ...fields } as never })
const release = ({ owner }: Pick<OwnedCard, 'owner'>, clientId: string) => owner.call('contacts.release', { input: { clientId } })
const erase = ({ owner }: OwnedCard, clientId: string) => owner.call('contacts.erase', { input: { clientId } })
const statusOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem.status : thrown
}

describe('a visitor’s details', () => {
  test('are an event with the whole contact, and one of the consent', async () => {
    const card = await anOwnedCard({ settings: { connectClientsSetting: { applyTags: 'Spring, Open house' } } })
    await submit(card, { notes: 'Call before Friday.' })
    const { id, consent } = await onlyContactOf(card)
    const contact = {
      id,
      fullName: 'Tobias Wren',
      source: 'form',
      name: 'Tobias',
      lastName: 'Wren',
      emailAddress: 'tobias.wren@example.com',
      phoneNumber: '(207) 555-0199',
      title: '',
      companyName: 'Wren & Daughters Bookshop',
      address: '',
      city: '',
      state: '',
      zip: '',
      notes: 'Call before Friday.',
      tags: ['Spring', 'Open house'],
      dateCreated: now.toISOString(),
    }
    expect(await eventsOf(card.id)).toEqual([
      { type: 'contact.created', card: { alias: card.alias }, contact },
      {
        type: 'consent.given',
        card: { alias: card.alias },
        consent: { contactId: id, version: consent?.version, at: consent?.agreedAt },
      },
    ])
  })

  test('without a consent text are one event', async () => {
    const card = await anOwnedCard()
    await submit(card, { consentVersion: '' })
    expect(await typesOf(card.id)).toEqual(['contact.created'])
  })

  test('submitted twice are one event', async () => {
    const card = await anOwnedCard()
    const { submissionId } = await submit(card)
    await submit(card, { submissionId })
    expect(await typesOf(card.id)).toEqual(['contact.created', 'consent.given'])
  })
})

describe('delivery is queued', () => {
  test('for each event that a connection of the card listens to', async () => {
    const [card, other] = [await anOwnedCard(), await anOwnedCard()]
    await aConnection(card.id, ['consent.given', 'card.published'])
    await aConnection(card.id, ['contact.updated'])
    await aConnection(other.id, ['contact.created'])
    await submit(card)
    expect(await queuedOf(card.id)).toEqual(['consent.given'])
    expect(await queuedOf(other.id)).toEqual([])
  })

  test('once for two connections', async () => {
    const card = await anOwnedCard()
    for (let count = 0; count < 2; count++) await aConnection(card.id, ['contact.created'])
    await create(card)
    expect(await queuedOf(card.id)).toEqual(['contact.created'])
  })

  test('with one statement more for the visitor, however many connections there are', async () => {
    const [none, ten] = [await anOwnedCard(), await anOwnedCard()]
    for (let count = 0; count < 10; count++) await aConnection(ten.id, ['contact.created'])
    const statementsOf = async (card: OwnedCard) => {
      await submit(card)
      using work = countStatements(app.deps.pool)
      await submit(card)
      return work.statements.filter((text) => /\bevent\b|\bconnection\b|\bjobs\./.test(text)).length
    }
    expect((await statementsOf(ten)) - (await statementsOf(none))).toBe(1)
  })

  test('for one that is off: it may be on when the event is committed', async () => {
    const card = await anOwnedCard()
    await aConnection(card.id, ['contact.created'], { offReason: 'owner', offAt: now })
    await submit(card)
    expect(await queuedOf(card.id)).toEqual(['contact.created'])
  })

  test('for nothing that is rolled back', async () => {
    const { id } = await anOwnedCard()
    await aConnection(id, ['card.published'])
    const undone = new Error('rolled back')
    const failing = app.deps.db.transaction(async (tx) => {
      await writeEvents(tx, app.deps.jobs, { subjectId: id, events: [{ type: 'card.published', data: {} }], now })
      throw undone
    })
    await expect(failing).rejects.toBe(undone)
    expect(await typesOf(id)).toEqual([])
    const { rows } = await app.deps.db.execute(sql`select 1 from jobs.job where data ->> 'subjectId' = ${id}`)
    expect(rows).toEqual([])
  })
})

describe('an owner’s contact', () => {
  test('is an event when it is created, and when labels or notes change', async () => {
    const card = await anOwnedCard()
    await aConnection(card.id, ['contact.created', 'contact.updated'])
    const { id } = await create(card, { tags: ['Buyer'] })
    expect(await eventsOf(card.id)).toMatchObject([{ type: 'contact.created', contact: { id, source: 'hand', tags: ['Buyer'] } }])

    const note = { Created: now.toISOString(), Note: 'Met at the fair' }
    for (let time = 0; time < 2; time++) {
      tick()
      await card.owner.call('contacts.setTags', { input: { clientId: id, tags: ['Buyer', 'Fair'] } })
      await card.owner.call('contacts.updateNotes', { input: { connectedClientId: id, notes: [note] } })
    }
    const updated = { type: 'contact.updated', contact: { id, tags: ['Buyer', 'Fair'] } }
    // The first change was not sent yet.
    expect((await eventsOf(card.id)).slice(1)).toMatchObject([updated])
    expect(await queuedOf(card.id)).toEqual(['contact.created', 'contact.updated'])
  })

  test('is one event for all changes that were not sent yet, also without a connection', async () => {
    const card = await anOwnedCard()
    const { id } = await create(card)
    const change = async (tag: string) => {
      tick()
      await card.owner.call('contacts.setTags', { input: { clientId: id, tags: [tag] } })
    }
    for (const tag of ['A', 'B', 'C']) await change(tag)
    const changes = async () => (await eventsOf(card.id)).filter(({ type }) => type === 'contact.updated')
    expect(await changes()).toMatchObject([{ contact: { id, tags: ['C'] } }])
    await app.deps.db.execute(sql`
      insert into delivery (subject_id, connection_id, event_id, is_full, state, tried_at)
      select subject_id, ${await aConnection(card.id, ['contact.updated'])}::uuid, id, true, 'sent', at from event
      where subject_id = ${card.id} and type = 'contact.updated'`)
    for (const tag of ['D', 'E']) await change(tag)
    expect(await changes()).toMatchObject([{ contact: { tags: ['C'] } }, { contact: { tags: ['E'] } }])
  })

  test('is an event when it is edited, with the address by which others know it', async () => {
    const card = await anOwnedCard()
    await aConnection(card.id, ['contact.created', 'contact.updated'])
    const { id } = await create(card, { emailAddress: 'old@wren.example', phoneNumber: '' })
    for (const [at, emailAddress] of ['new@wren.example', 'newer@wren.example'].entries()) {
      tick()
      await card.owner.call('contacts.change', { input: { clientId: id, revision: at + 1, fields: { emailAddress } } })
    }
    const original = { emailAddress: 'old@wren.example', phoneNumber: '' }
    // The first edit was not sent yet.
    expect((await eventsOf(card.id)).slice(1)).toMatchObject([
      { type: 'contact.updated', contact: { id, emailAddress: 'newer@wren.example', original } },
    ])
  })

  test('is no event when it is imported, merged or removed with its import', async () => {
    const card = await anOwnedCard()
    await aConnection(card.id, ['contact.created', 'contact.updated', 'contact.erased'])
    await aContact(app.deps, card.id, { emailAddress: 'amara@field.example' })
    const file =
      'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nAmara,Field,amara@field.example,2075550102\nTobias,Wren,t@wren.example,\n'
    const path = spellPath(pathTo('contacts.createImport', { alias: card.alias }), app.settings.productSlug)
    const headers = { 'x-csrf': '1', 'content-type': 'application/octet-stream' }
    const answer = await card.owner.ask(`${path}?name=contacts.csv`, { method: 'POST', headers, body: file })
    const { id: importId } = (await answer.json()) as { id: string }
    const input = { alias: card.alias, importId }
    const job = importContactsJob(app.deps)
    await card.owner.call('contacts.runImport', { input: { ...input, duplicates: 'merge', label: '' } })
    await job.run({ subjectId: card.id, importId })
    expect((await card.owner.call('contacts.readImport', { params: { alias: card.alias, id: importId } })).import).toMatchObject({
      added: 1,
      merged: 1,
    })
    await card.owner.call('contacts.undoImport', { input })
    await job.run({ subjectId: card.id, importId })
    expect(await contactsOf(card)).toHaveLength(1)
    expect(await typesOf(card.id)).toEqual([])
  })
})

describe('erasing a contact', () => {
  test('PRIVACY leaves only that it was erased and that its consent ended', async () => {
    const card = await anOwnedCard()
    const connectionId = await aConnection(card.id, ['contact.created', 'contact.erased', 'consent.withdrawn'])
    await submit(card)
    const { id } = await onlyContactOf(card)
    await card.owner.call('contacts.setTags', { input: { clientId: id, tags: ['Buyer'] } })
    const recorded = await app.deps.db.select().from(events).where(eq(events.subjectId, card.id))
    for (const event of recorded)
      await app.deps.db.insert(deliveries).values({ subjectId: card.id, connectionId, eventId: event.id, isFull: true })
    const { id: other } = await create(card)

    tick()
    await erase(card, id)
    expect(await eventsOf(card.id)).toMatchObject([
      { type: 'contact.created', contact: { id: other } },
      { type: 'contact.erased', contact: { id } },
      { type: 'consent.withdrawn', consent: { contactId: id } },
    ])
    expect(await app.deps.db.select().from(deliveries).where(eq(deliveries.subjectId, card.id))).toEqual([])
    expect(await queuedOf(card.id)).toEqual(['contact.created', 'contact.erased', 'consent.withdrawn'])
  })

  test('PRIVACY also deletes the event of a change that commits while it waits', async () => {
    const card = await anOwnedCard()
    await create(card)
    const { id } = await onlyContactOf(card)
    const change = async (tx: Db) => {
      const changed = await setTags(tx, { subjectId: card.id, id }, ['Buyer'])
      if (changed) await writeContactsUpdated(tx, app.deps.jobs, { subjectId: card.id, contacts: [changed], now })
    }
    await whileLocked(app.deps.db, change, () => erase(card, id))
    expect(await typesOf(card.id)).toEqual(['contact.erased'])
  })

  test('that had no consent withdraws none', async () => {
    const card = await anOwnedCard()
    const { id } = await create(card)
    await erase(card, id)
    expect(await typesOf(card.id)).toEqual(['contact.erased'])
  })
})

describe('contacts.release', () => {
  test('a contact held for review is an event only once it is released', async () => {
    const card = await anOwnedCard()
    await aConnection(card.id, ['contact.created', 'contact.updated'])
    await submit(card, asBot)
    const { id } = await onlyContactOf(card)
    await card.owner.call('contacts.setTags', { input: { clientId: id, tags: ['Buyer'] } })
    await card.owner.call('contacts.updateNotes', { input: { connectedClientId: id, notes: [{ Created: now.toISOString(), Note: 'Hm' }] } })
    expect(await typesOf(card.id)).toEqual([])

    for (let time = 0; time < 2; time++) expect(await release(card, id)).toMatchObject({ success: 1 })
    expect(await eventsOf(card.id)).toMatchObject([
      { type: 'contact.created', contact: { id, tags: ['Buyer'] } },
      { type: 'consent.given' },
    ])
    expect(await queuedOf(card.id)).toEqual(['contact.created'])
    expect(await onlyContactOf(card)).toMatchObject({ isQuarantined: false, viewed: true })
  })

  test('does nothing for a contact that isn’t held for review', async () => {
    const card = await anOwnedCard()
    const { id } = await aContact(app.deps, card.id)
    await release(card, id)
    expect(await typesOf(card.id)).toEqual([])
    expect(await onlyContactOf(card)).toMatchObject({ viewed: false })
  })

  test('another owner’s contact and a missing one look the same', async () => {
    const [card, other] = [await anOwnedCard(), await anOwnedCard()]
    await submit(card, asBot)
    const { id } = await onlyContactOf(card)
    expect(await statusOf(release(other, id))).toBe(404)
    expect(await statusOf(release(other, randomUUID()))).toBe(404)
    expect(await statusOf(release({ owner: { ...card.owner, call: app.call } }, id))).toBe(401)
    expect(await onlyContactOf(card)).toMatchObject({ isQuarantined: true })
  })

  test('a contact that is erased while held for review was never an event', async () => {
    const card = await anOwnedCard()
    await submit(card, asBot)
    await erase(card, (await onlyContactOf(card)).id)
    expect(await typesOf(card.id)).toEqual([])
  })
})

test('publishing is an event if it changes the card', async () => {
  const { id, alias, owner } = await anOwnedCard({ title: 'Broker' })
  await aConnection(id, ['card.published'])
  const save = (revision: number, title: string) =>
    owner.call('cards.saveDraft', { input: { alias, revision, changes: { title }, removed: [] } })
  const publish = (revision: number) => owner.call('cards.publishDraft', { input: { alias, revision } })
  await publish(0)
  await save(0, 'Agent')
  expect(await statusOf(publish(0))).toBe(409)
  expect(await typesOf(id)).toEqual([])
  await publish(1)
  await publish(2)
  expect(await eventsOf(id)).toEqual([{ type: 'card.published', card: { alias } }])
  expect(await queuedOf(id)).toEqual(['card.published'])
})

describe('reviews', () => {
  const review = (reviewer: string, date: string, rating = 5) => ({
    created: date,
    rating,
    title: '',
    content: `By ${reviewer}`,
    reviewerName: { displayName: reviewer },
    serviceProvided: null,
    loanPurpose: null,
    closeDateSatisfaction: null,
    interestRateSatisfaction: null,
    closingCostsSatisfaction: null,
    loanProgram: null,
    loanType: null,
    details: [],
  })
  type Answer = Found<{ profileURL: string; reviews: ReturnType<typeof review>[] }>
  async function fetchFor(subjectId: string, answers: Answer[]) {
    for (const answer of answers) {
      now = new Date(now.getTime() + 7 * 3_600_000)
      const reviewsSource = { ...app.deps.reviewsSource, lender: async () => answer }
      await updateReviews({ ...app.deps, reviewsSource }, { subjectId, source: 'zillow-lender', key: '123456' })
    }
  }
  const found = (...reviews: ReturnType<typeof review>[]): Answer => ({ kind: 'found', reviews: { profileURL: '', reviews } })
  const [ann, ben, cleo] = [review('Ann', '2036-01-01'), review('Ben', '2036-02-01'), review('Cleo', '2036-03-01', 4.5)]

  test('that an answer has for the first time are events, unless it is the first answer', async () => {
    const { id, alias } = await anOwnedCard()
    await aConnection(id, ['review.received'])
    await fetchFor(id, [found(ann), found(ben, ann), { kind: 'failed', reason: 'timeout' }, found(cleo, ben, ann), found(cleo, ben, ann)])
    const received = (reviewer: string, rating: number) => ({
      type: 'review.received',
      card: { alias },
      review: { source: 'zillow', rating, reviewer },
    })
    expect(await eventsOf(id)).toEqual([received('Ben', 5), received('Cleo', 4.5)])
    expect(await queuedOf(id)).toEqual(['review.received', 'review.received'])
  })

  test('older ones that replace a deleted one, and edited texts, are no events', async () => {
    const { id } = await anOwnedCard()
    await fetchFor(id, [found(cleo, ben), found({ ...cleo, content: 'Edited' }, ann)])
    expect(await typesOf(id)).toEqual([])
  })

  test('are at most ten events at once', async () => {
    const { id } = await anOwnedCard()
    await fetchFor(id, [found(), found(...Array.from({ length: 14 }, (_, n) => review(`Reviewer ${n}`, '2036-04-01')))])
    expect(await typesOf(id)).toHaveLength(10)
  })
})

describe('short links', () => {
  const job = () => sendLinkCounts(app.deps)
  const shorten = async (longUrl: string) => {
    const answer = await app.ask(`/remote/api/public/shorten-url/?${new URLSearchParams({ longUrl })}`, { headers: { 'x-csrf': '1' } })
    expect(answer.status).toBe(200)
  }
  const follow = (subjectId: string, value: string, at: Date) =>
    app.deps.visitWriter.write([{ subjectId, at, name: 'short_link_click', dimension: 'short_link', value }])

  test('are one event per day and followed link, for cards with a listening connection', async () => {
    now = new Date('2036-07-02T00:12:00Z')
    const [day, dayBefore] = [new Date('2036-07-01T23:59:00Z'), new Date('2036-06-30T12:00:00Z')]
    const [card, silent, off] = [await anOwnedCard(), await anOwnedCard(), await anOwnedCard()]
    await aConnection(card.id, ['short_link.followed'])
    await aConnection(silent.id, ['contact.created'])
    await aConnection(off.id, ['short_link.followed'], { offReason: 'failing', offAt: now })
    for (const { id, alias } of [card, silent, off]) {
      const [home, about] = ['home', 'about'].map((page) => `${app.settings.publicUrl}/${alias}/${page}`) as [string, string]
      await shorten(home)
      await shorten(about)
      for (const [url, at] of [
        [home, day],
        [about, day],
        [home, day],
        [home, dayBefore],
        [home, now],
        ['made-up', day],
      ] as const)
        await follow(id, url, at)
    }

    for (let time = 0; time < 2; time++) await job().run({})
    const link = (page: string, count: number) => ({ url: `${app.settings.publicUrl}/${card.alias}/${page}`, day: '2036-07-01', count })
    const followed = { type: 'short_link.followed', card: { alias: card.alias } }
    expect(await eventsOf(card.id)).toEqual([
      { ...followed, link: link('home', 2) },
      { ...followed, link: link('about', 1) },
    ])
    expect(await queuedOf(card.id)).toEqual(['short_link.followed', 'short_link.followed'])
    expect([await typesOf(silent.id), await typesOf(off.id)]).toEqual([[], []])
  })
})

test('PRIVACY a removed card leaves no events, connections or deliveries', async () => {
  const card = await anOwnedCard()
  const connectionId = await aConnection(card.id, ['contact.created'])
  await create(card)
  const [event] = await app.deps.db.select().from(events).where(eq(events.subjectId, card.id))
  await app.deps.db.insert(deliveries).values({ subjectId: card.id, connectionId, eventId: event?.id ?? '', isFull: true })
  await removeCard(app.deps, card.id)
  for (const table of [events, connections, deliveries])
    expect(await app.deps.db.select().from(table).where(eq(table.subjectId, card.id))).toEqual([])
})
