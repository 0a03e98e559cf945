import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { crmTypes } from '#contract/connection-choices.ts'
import type { CrmPreset, EventContact, EventType } from '#contract/connections.ts'
import { createBreakers } from '#server/integrations/breaker.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { createCrms } from '#server/integrations/crm/create-crms.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { followUpBossStandIn, type FollowUpBossStandIn } from '../../tests/stand-ins/follow-up-boss.ts'
import { hubSpotStandIn, type HubSpotStandIn } from '../../tests/stand-ins/hubspot.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'
import { exportConnections } from './export-connections.ts'
import { switchedOffHosts } from './tables.ts'
import { eraseFromEvents, writeEvents } from './write-event.ts'

const start = new Date('2036-06-15T15:00:00Z')
const hourMs = 3_600_000
let now = start
let app: TestApp
let fub: FollowUpBossStandIn
let hubspot: HubSpotStandIn
const { mailer, mails } = mailboxes()
const logged: unknown[] = []
/** Holds the next call, which has its key already. */
let delay: (() => Promise<void>) | null = null
const write = (...line: unknown[]) => void logged.push(line)
const log = { ...silentLog, debug: write, info: write, warn: write, error: write }

beforeAll(async () => {
  fub = await followUpBossStandIn()
  hubspot = await hubSpotStandIn()
  const settings = { ...readSettings({}), followUpBossUrl: fub.url, followUpBossSystemKey: 'system-key', hubspotUrl: hubspot.url }
  // Each failure is dated far from the others, so that no breaker opens by itself.
  let breakerMs = 0
  const breakers = createBreakers(undefined, () => (breakerMs += 120_000))
  const patient = createCrms(settings, breakers, { timeoutMs: patienceMs })
  const impatient = createCrms(settings, breakers, { timeoutMs: 100 })
  // Only one that hangs is given up soon.
  const crmOf = (type: CrmPreset, { next }: { next: unknown[] }): Crm => ({
    ...patient[type],
    async send(...sent) {
      const delayed = delay
      delay = null
      await delayed?.()
      return (next[0] === 'hangs' ? impatient : patient)[type].send(...sent)
    },
  })
  const crms = { 'follow-up-boss': crmOf('follow-up-boss', fub), hubspot: crmOf('hubspot', hubspot) }
  app = await anApp({ outside: { mailer, log, crms, clock: { now: () => now } } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await fub[Symbol.asyncDispose]()
  await hubspot[Symbol.asyncDispose]()
})
beforeEach(() => {
  now = start
  for (const list of [fub.people, fub.events, fub.requests, fub.next, hubspot.contacts, hubspot.requests, hubspot.next]) list.length = 0
  fub.isArchived = false
  fub.key = 'fka_0123456789abcdef'
  hubspot.token = 'pat-na1-0123-4567-89ab'
})

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}

async function anOwner(preset: CrmPreset = 'follow-up-boss') {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owner = await signedIn(app, subjectId)
  const keyOf = () => (preset === 'hubspot' ? hubspot.token : fub.key)
  const create = (key = keyOf()) => owner.call('connections.create', { input: { alias, preset, name: 'CRM', apiKey: key, isFull: true } })
  const read = async (id: string) => {
    const { connection, deliveries } = await owner.call('connections.read', { params: { alias, id } })
    return { connection, delivery: deliveries[0], deliveries }
  }
  const replaceKey = (id: string, key = keyOf()) => owner.call('connections.replaceKey', { input: { alias, id, apiKey: key } })
  const resend = async (id: string) => {
    await owner.call('connections.resend', { input: { alias, id } })
    await app.deps.jobs.settle()
  }
  return { owner, alias, subjectId, create, read, replaceKey, resend }
}

const visitor = (more: Partial<EventContact> = {}): EventContact => ({
  id: randomUUID(),
  fullName: 'Tobias Wren',
  name: 'Tobias',
  lastName: 'Wren',
  source: 'form',
  emailAddress: 'tobias@example.com',
  phoneNumber: '(207) 555-0199',
  companyName: '',
  notes: 'Looking for a shopfront.',
  tags: ['Carte'],
  ...more,
})

/** Something happens to the contact, and is delivered. */
async function happens(subjectId: string, contact = visitor(), type: 'contact.created' | 'contact.updated' = 'contact.created') {
  await app.deps.db.transaction((tx) =>
    writeEvents(tx, app.deps.jobs, { subjectId, events: [{ type, data: { contact }, contactId: contact.id }], now }),
  )
  await app.deps.jobs.settle()
}

/** Without those that say what an owner did. */
const warningsTo = (email: string) =>
  mails.filter(({ to, subject }) => to === email && !/was added|has a new key/.test(subject)).map(({ subject }) => subject)

describe.each(['follow-up-boss', 'hubspot'] as const)('a connection to %s', (preset) => {
  const setKey = (key: string) => (preset === 'hubspot' ? (hubspot.token = key) : (fub.key = key))

  test('seals the key, and shows only its end', async () => {
    const key = `key-${randomUUID()}`
    setKey(key)
    const { create, read, subjectId, owner, alias } = await anOwner(preset)
    const { id, secret } = await create()
    await happens(subjectId)
    expect(secret).toBe('')
    const { connection, delivery } = await read(id)
    expect(connection).toMatchObject({ preset, secretEnd: key.slice(-4), types: crmTypes[preset], isFull: true, attention: null })
    expect(delivery).toMatchObject({ state: 'sent', status: 201 })
    const visible = [
      await owner.call('connections.list', { query: { alias } }),
      await read(id),
      await owner.call('connections.event', { params: { alias, id, eventId: delivery?.eventId ?? '' } }),
      await exportConnections(app.deps.db, subjectId),
      logged,
    ]
    expect(JSON.stringify(visible)).not.toContain(key)
    const { rows } = await app.deps.db.execute<{ secret: Buffer }>(sql`select secret from connection where id = ${id}`)
    expect(rows[0]?.secret.includes(key)).toBe(false)
  })

  test.each([
    ['', 'missing'],
    ['short', 'form'],
    ['a key with spaces', 'form'],
    ['fka_0123\r\nX-Admin: 1', 'form'],
    ['fka_0123456789é', 'form'],
    ['fka_of_somebody_else', 'refused'],
  ])('is refused with the key %j', async (key, code) => {
    const { create, owner, alias } = await anOwner(preset)
    expect(await problemOf(create(key))).toMatchObject({ status: 422, issues: [{ path: 'apiKey', code }] })
    expect(await owner.call('connections.list', { query: { alias } })).toEqual([])
  })

  test('isn’t asked about a key while its host is switched off', async () => {
    const { create, replaceKey } = await anOwner(preset)
    const { id } = await create()
    const server = preset === 'hubspot' ? hubspot : fub
    const { host } = new URL(server.url)
    await app.deps.db.insert(switchedOffHosts).values({ host, offAt: now })
    server.requests.length = 0
    const refused = { status: 422, issues: [{ path: 'apiKey', code: 'off' }] }
    const other = await anOwner(preset)
    for (const call of [() => other.create(), () => replaceKey(id)]) expect(await problemOf(call())).toMatchObject(refused)
    expect(server.requests).toEqual([])
    await app.deps.db.delete(switchedOffHosts)
  })

  test('is the only one of its card, also when several are added at once', async () => {
    const { create, owner, alias } = await anOwner(preset)
    const answers = await Promise.all([1, 2, 3].map(() => problemOf(create())))
    expect(answers.filter((answer) => Object(answer).status === 422)).toHaveLength(2)
    expect(await owner.call('connections.list', { query: { alias } })).toHaveLength(1)
  })

  test('keeps what it sends, and has no signing secret', async () => {
    const { create, owner, alias } = await anOwner(preset)
    const { id } = await create()
    const types: Exclude<EventType, 'webhook.test'>[] = ['review.received']
    expect(await problemOf(owner.call('connections.update', { input: { alias, id, types } }))).toMatchObject({ status: 422 })
    expect(await problemOf(owner.call('connections.replaceSecret', { input: { alias, id } }))).toMatchObject({ status: 409 })
    await owner.call('connections.update', { input: { alias, id, name: 'Ours' } })
    expect(await owner.call('connections.list', { query: { alias } })).toMatchObject([{ name: 'Ours', types: crmTypes[preset] }])
  })

  test('is tested by asking whether the key works, which adds no one', async () => {
    const { create, owner, alias } = await anOwner(preset)
    const { id } = await create()
    const check = () => owner.call('connections.test', { input: { alias, id } })
    hubspot.contacts.push({ id: '77', properties: { email: 'tobias@example.com' } })
    expect(await check()).toMatchObject({ isSent: true, status: 200, answer: '' })
    hubspot.contacts.length = 0
    setKey('another-key')
    expect(await check()).toMatchObject({ isSent: false, status: 401 })
    expect([fub.people, fub.events, hubspot.contacts]).toEqual([[], [], []])
  })

  test('isn’t sent that a contact was erased', async () => {
    const { create, subjectId, read } = await anOwner(preset)
    const { id } = await create()
    const contactId = randomUUID()
    await app.deps.db.transaction((tx) =>
      eraseFromEvents(tx, app.deps.jobs, { subjectId, contacts: [{ id: contactId, hadConsent: true }], now }),
    )
    await app.deps.jobs.settle()
    expect((await read(id)).deliveries).toEqual([])
  })

  test('needs its owner when the key is refused; a new key sends what waited', async () => {
    const { create, subjectId, read, replaceKey } = await anOwner(preset)
    const [ann] = await twoOwners(app.deps, subjectId)
    const { id } = await create()
    setKey('key-of-tomorrow')
    await happens(subjectId)
    await happens(subjectId, visitor({ emailAddress: 'amara@example.com', phoneNumber: '' }))
    await app.deps.jobs.settle()
    expect(await read(id)).toMatchObject({ connection: { attention: 'key', waitingCount: 2 }, delivery: { state: 'waiting', status: 401 } })
    expect(warningsTo(ann)).toEqual(['CRM refuses your key'])
    expect(await problemOf(replaceKey(id, 'wrong-again'))).toMatchObject({ status: 422, issues: [{ path: 'apiKey', code: 'refused' }] })
    await replaceKey(id)
    await app.deps.jobs.settle()
    const { connection } = await read(id)
    expect(connection).toMatchObject({ attention: null, failingSince: null, sentCount: 2, waitingCount: 0, secretEnd: 'rrow' })
    expect(mails.filter(({ to }) => to === ann).at(-1)).toMatchObject({ subject: 'CRM has a new key' })
    now = new Date(now.getTime() + hourMs)
    expect(await problemOf(replaceKey(id))).toMatchObject({ status: 401, type: '/problems/recent-login-required' })
  })

  test('doesn’t ask for another key when the old one is refused after it was replaced', async () => {
    const { create, subjectId, read, replaceKey } = await anOwner(preset)
    const [ann] = await twoOwners(app.deps, subjectId)
    const { id } = await create()
    const [begun, delayed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    delay = () => {
      begun.resolve()
      return delayed.promise
    }
    const delivered = happens(subjectId)
    await begun.promise
    setKey('key-of-tomorrow')
    now = new Date(now.getTime() + 1000)
    await replaceKey(id)
    delayed.resolve()
    await delivered
    await app.deps.jobs.settle()
    expect(await read(id)).toMatchObject({
      connection: { attention: null, failingSince: null, sentCount: 1 },
      delivery: { state: 'sent', attempts: 1 },
    })
    expect(warningsTo(ann)).toEqual([])
  })

  test.each([
    [{ status: 429, headers: { 'retry-after': '7200' } }, { status: 429, reason: null }, 2 * hourMs],
    [{ status: 500, body: 'Down' }, { status: 500, answer: '"Down"' }, 4000],
    [{ status: 404, body: {} }, { status: 404 }, 4000],
    ['hangs', { status: null, reason: 'timeout', answer: '' }, 4000],
  ] as const)('tries again after %j', async (answer, expected, afterMs) => {
    const { create, subjectId, read } = await anOwner(preset)
    const { id } = await create()
    ;(preset === 'hubspot' ? hubspot : fub).next.push(answer)
    await happens(subjectId)
    const { connection, delivery } = await read(id)
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, ...expected })
    expect(Date.parse(delivery?.nextAt ?? '') - now.getTime()).toBeGreaterThanOrEqual(afterMs)
    expect(connection).toMatchObject({ attention: null, failingSince: now.toISOString() })
  })

  test('an answer that repeats the key is stored without it', async () => {
    const { create, subjectId, read } = await anOwner(preset)
    const { id } = await create()
    const { key, token } = { ...fub, ...hubspot }
    const repeated = preset === 'hubspot' ? [token] : [key, btoa(`${key}:`)]
    // The answer is cut after 1,000 characters, here within the key.
    const long = 'x'.repeat(985)
    for (const echo of [...repeated, `${long}${repeated[0]}`]) {
      ;(preset === 'hubspot' ? hubspot : fub).next.push({ status: 500, body: { echo } })
      await happens(subjectId)
    }
    const answers = (await read(id)).deliveries.map(({ answer }) => answer)
    expect(answers.toSorted()).toEqual([`{"echo":"${long}…"}`, ...repeated.map(() => '{"echo":"…"}')])
  })

  test('a refused contact is a failure of its own: the others arrive', async () => {
    const { create, subjectId, read } = await anOwner(preset)
    const { id } = await create()
    ;(preset === 'hubspot' ? hubspot : fub).next.push({ status: 400, body: { message: 'Invalid email' } })
    await happens(subjectId, visitor({ emailAddress: 'x@example.invalid' }))
    const { connection, delivery } = await read(id)
    expect(delivery).toMatchObject({ state: 'failed', status: 400, answer: '{"message":"Invalid email"}', nextAt: null })
    expect(connection).toMatchObject({ failingSince: null, attention: null, failedCount: 1 })
  })
})

describe('Follow Up Boss', () => {
  test('gets a new contact as an inquiry, and the same one again adds no second person', async () => {
    const { create, subjectId, read, resend, owner, alias } = await anOwner()
    const { id } = await create()
    await happens(subjectId, visitor({ city: 'Port Hadley', state: 'ME', zip: '04101', address: '8 Lantern Street' }))
    const sent = {
      source: 'Carte',
      system: 'Carte',
      type: 'General Inquiry',
      message: 'Looking for a shopfront.',
      person: {
        firstName: 'Tobias',
        lastName: 'Wren',
        emails: [{ value: 'tobias@example.com' }],
        phones: [{ value: '(207) 555-0199' }],
        addresses: [{ type: 'home', street: '8 Lantern Street', city: 'Port Hadley', state: 'ME', code: '04101' }],
        tags: ['Carte'],
      },
    }
    const request = fub.requests.at(-1)
    expect(request?.body).toEqual(sent)
    expect(request?.headers).toMatchObject({ 'x-system': 'Carte', 'x-system-key': 'system-key', 'content-type': 'application/json' })
    const { delivery } = await read(id)
    expect(delivery).toMatchObject({ state: 'sent', status: 201, subject: 'Tobias Wren' })
    const { body } = await owner.call('connections.event', { params: { alias, id, eventId: delivery?.eventId ?? '' } })
    expect(JSON.parse(body)).toEqual(sent)
    await owner.call('connections.resend', { input: { alias, id, eventId: delivery?.eventId ?? '' } })
    await app.deps.jobs.settle()
    expect((await read(id)).delivery).toMatchObject({ state: 'sent', status: 200 })
    expect(fub.people).toHaveLength(1)
    await resend(id)
  })

  test('gets changed labels without another inquiry', async () => {
    const { create, subjectId, read, owner, alias } = await anOwner()
    const { id } = await create()
    const contact = visitor()
    await happens(subjectId, contact)
    await happens(subjectId, { ...contact, tags: ['Carte', 'Buyer'] }, 'contact.updated')
    expect(fub.people.map(({ tags }) => tags)).toEqual([['Carte', 'Buyer']])
    expect(fub.events).toHaveLength(1)
    const { connection, deliveries } = await read(id)
    expect(connection).toMatchObject({ sentCount: 2 })
    const changed = deliveries.find(({ type }) => type === 'contact.updated')
    const { body } = await owner.call('connections.event', { params: { alias, id, eventId: changed?.eventId ?? '' } })
    expect(JSON.parse(body)).toEqual(fub.requests.at(-1)?.body)
  })

  test('is found by the address before an edit, without another inquiry', async () => {
    const { create, subjectId } = await anOwner()
    await create()
    const contact = visitor()
    await happens(subjectId, contact)
    const original = { emailAddress: contact.emailAddress ?? '', phoneNumber: contact.phoneNumber ?? '' }
    await happens(subjectId, { ...contact, emailAddress: 'edited@example.com', tags: ['Buyer'], original }, 'contact.updated')
    expect(fub.people).toHaveLength(1)
    expect(fub.people[0]?.tags).toContain('Buyer')
    expect(fub.events).toHaveLength(1)
  })

  test('gets a changed contact as an inquiry if it isn’t there', async () => {
    const { create, subjectId } = await anOwner()
    await create()
    await happens(subjectId, visitor(), 'contact.updated')
    expect(fub.people.map(({ firstName }) => firstName)).toEqual(['Tobias'])
  })

  test('isn’t sent changes of a contact that it can’t recognize', async () => {
    const { create, subjectId, read } = await anOwner()
    const { id } = await create()
    const contact = visitor({ emailAddress: '', phoneNumber: '', fullName: 'Bartholomew', name: '' })
    await happens(subjectId, contact)
    await happens(subjectId, { ...contact, tags: ['Carte', 'Buyer'] }, 'contact.updated')
    expect(fub.people.map(({ firstName }) => firstName)).toEqual(['Bartholomew'])
    expect((await read(id)).connection).toMatchObject({ sentCount: 2, failedCount: 0 })
  })

  test('mails the owner once if it ignores contacts, which can be resent', async () => {
    const { create, subjectId, read, resend } = await anOwner()
    const [ann, bob] = await twoOwners(app.deps, subjectId)
    const { id } = await create()
    fub.isArchived = true
    await happens(subjectId)
    now = new Date(start.getTime() + 30 * hourMs)
    await happens(subjectId, visitor({ emailAddress: 'amara@example.com', phoneNumber: '' }))
    await app.deps.jobs.settle()
    const ignored = await read(id)
    expect(ignored.connection).toMatchObject({ attention: 'source', sentCount: 0, waitingCount: 2, isOn: true })
    expect(ignored.delivery).toMatchObject({ state: 'waiting', status: 204 })
    for (const email of [ann, bob]) expect(warningsTo(email)).toEqual(['CRM ignores new contacts'])
    expect(mails.filter(({ to }) => to === ann).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('archived the source “Carte”'),
    )

    fub.isArchived = false
    await resend(id)
    expect((await read(id)).connection).toMatchObject({ attention: null, failingSince: null, sentCount: 2, waitingCount: 0 })
    expect(fub.people).toHaveLength(2)
  })

  test('that ignores contacts needs its owner until it takes a contact, not just a label', async () => {
    const { create, subjectId, read } = await anOwner()
    const { id } = await create()
    const known = visitor()
    await happens(subjectId, known)
    fub.isArchived = true
    await happens(subjectId, visitor({ emailAddress: 'amara@example.com', phoneNumber: '' }))
    await happens(subjectId, { ...known, tags: ['Buyer'] }, 'contact.updated')
    expect((await read(id)).connection).toMatchObject({ attention: 'source', failingSince: start.toISOString(), sentCount: 2 })
    fub.isArchived = false
    await happens(subjectId, visitor({ emailAddress: 'maren@example.com', phoneNumber: '' }))
    expect((await read(id)).connection).toMatchObject({ attention: null, failingSince: null, sentCount: 3, waitingCount: 1 })
  })

  test('that ignores contacts again within a day is mailed about a day later', async () => {
    const { create, subjectId, read, resend } = await anOwner()
    const [ann] = await twoOwners(app.deps, subjectId)
    const { id } = await create()
    const ignoredAt = async (hour: number) => {
      now = new Date(start.getTime() + hour * hourMs)
      fub.isArchived = true
      await happens(subjectId)
      await app.deps.jobs.settle()
      return warningsTo(ann).length
    }
    expect(await ignoredAt(0)).toBe(1)
    fub.isArchived = false
    await resend(id)
    expect((await read(id)).connection).toMatchObject({ attention: null })
    expect(await ignoredAt(1)).toBe(1)
    expect((await read(id)).connection).toMatchObject({ attention: 'source' })
    expect(await ignoredAt(26)).toBe(2)
    expect(await ignoredAt(60)).toBe(2)
  })
})

describe('HubSpot', () => {
  test('gets a new contact', async () => {
    const { create, subjectId } = await anOwner('hubspot')
    await create()
    await happens(subjectId)
    expect(hubspot.contacts.map(({ properties }) => properties)).toEqual([
      {
        firstname: 'Tobias',
        lastname: 'Wren',
        email: 'tobias@example.com',
        phone: '(207) 555-0199',
        message: 'Looking for a shopfront.',
      },
    ])
  })

  test('updates a contact that exists there', async () => {
    const { create, subjectId, read } = await anOwner('hubspot')
    const { id } = await create()
    hubspot.contacts.push({ id: '77', properties: { email: 'tobias@example.com', company: 'Wren & Daughters', phone: '1' } })
    await happens(subjectId)
    expect(hubspot.contacts).toMatchObject([
      { id: '77', properties: { company: 'Wren & Daughters', phone: '(207) 555-0199', lastname: 'Wren' } },
    ])
    expect((await read(id)).delivery).toMatchObject({ state: 'sent', status: 200 })
  })

  test('has a contact without an email address once, found by phone number', async () => {
    const { create, subjectId } = await anOwner('hubspot')
    await create()
    for (const notes of ['First', 'Second']) await happens(subjectId, visitor({ emailAddress: '', notes }))
    expect(hubspot.contacts.map(({ properties }) => properties['message'])).toEqual(['Second'])
  })
})
