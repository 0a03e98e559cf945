import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { connectionsMax } from '#contract/connection-choices.ts'
import type { DeliveryState } from '#contract/connections.ts'
import type { CallOf } from '#contract/endpoint.ts'
import type { connections } from '#contract/connections.ts'
import { newId } from '#server/database/new-id.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { countStatements } from '../../tests/harness/count-statements.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { exportConnections } from './export-connections.ts'
import { events, type EventRow } from './tables.ts'

type Received = { headers: Record<string, unknown>; body: string }
type Changes = Partial<CallOf<(typeof connections)['connections.update']>['input']>

const start = new Date('2036-06-15T15:00:00Z')
const hourMs = 3_600_000
let now = start
let app: TestApp
let hook: string
let status = 204
let received: Received[] = []
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(status).end(status === 204 ? '' : 'Try\nagain')
})
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  hook = `http://127.0.0.1:${port}/hook`
  app = await anApp({ settings: { webhookHosts: [`127.0.0.1:${port}`] }, outside: { clock: { now: () => now } } })
})
beforeEach(() => {
  now = start
  status = 204
  received = []
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  receiver.close()
})

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
const inHours = (hours: number) => new Date(start.getTime() + hours * hourMs)

async function anOwner() {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owner = await signedIn(app, subjectId)
  const create = (url = hook, more: Partial<CallOf<(typeof connections)['connections.create']>['input']> = {}) =>
    owner.call('connections.create', {
      input: { alias, preset: 'own', name: 'My tool', url, types: ['contact.created', 'contact.updated'], isFull: true, ...more },
    })
  const list = () => owner.call('connections.list', { query: { alias } })
  const read = (id: string, query: { state?: DeliveryState; before?: string } = {}) =>
    owner.call('connections.read', { params: { alias, id }, query })
  const update = (id: string, changes: Changes) => owner.call('connections.update', { input: { alias, id, ...changes } })
  const resend = (id: string, eventId?: string) =>
    owner.call('connections.resend', { input: { alias, id, ...(eventId ? { eventId } : {}) } })
  const sendTest = (id: string) => owner.call('connections.test', { input: { alias, id } })
  const addEvent = async (fullName = 'Amara Field', more: Partial<EventRow> = {}) => {
    const contact = { id: randomUUID(), fullName, source: 'form', emailAddress: 'amara@example.com' }
    const row = { subjectId, id: newId(now.getTime()), type: 'contact.created' as const, at: now, contactId: contact.id, ...more }
    await app.deps.db.insert(events).values({ ...row, data: JSON.stringify({ card: { alias }, contact }) })
    return { id: row.id, contactId: row.contactId ?? '' }
  }
  const addDelivery = (connectionId: string, eventId: string, state: DeliveryState, answer = '') =>
    app.deps.db.execute(sql`insert into delivery (subject_id, connection_id, event_id, state, is_full, attempts, tried_at, next_at, answer)
      values (${subjectId}, ${connectionId}, ${eventId}, ${state}, true, 1, ${now.toISOString()}, ${state === 'waiting' ? inHours(5).toISOString() : null}, ${answer})`)
  const queued = async () => {
    const { rows } = await app.deps.db.execute<{ event: string; due: string }>(sql`
      select data ->> 'eventId' as event, data ->> 'dueAt' as due from jobs.job
      where name = 'connections.deliver' and state = 'created' and data ->> 'subjectId' = ${subjectId} order by 1`)
    return rows
  }
  return { owner, alias, subjectId, create, list, read, update, resend, sendTest, addEvent, addDelivery, queued }
}

/** Verified independently of the code that signs. */
function isSignedWith({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
}

describe('connections.create', () => {
  test('shows the secret once, and stores it sealed', async () => {
    const { create, list, read, subjectId } = await anOwner()
    const { id, secret } = await create(hook, { name: ' My\ntool ' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = await list()
    expect(listed).toMatchObject([{ id, name: 'My tool', url: hook, isOn: true, sentCount: 0, latest: [], lastSent: null }])
    expect(listed[0]?.secretEnd).toBe(secret.slice(-4))
    expect(JSON.stringify([listed, await read(id), await exportConnections(app.deps.db, subjectId)])).not.toContain(secret.slice(6, -4))
    const { rows } = await app.deps.db.execute<{ secret: Buffer }>(sql`select secret from connection where id = ${id}`)
    expect(rows[0]?.secret.includes(Buffer.from(secret.slice(6)))).toBe(false)
  })

  test.each([
    'http://example.com/hook',
    'https://user:word@example.com/hook',
    'https://example.com:8443/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'https://localhost/hook',
    'javascript:alert(1)',
    'x',
    '',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('refuses the address %s', async (url) => {
    const { create, list } = await anOwner()
    expect(await problemOf(create(url))).toMatchObject({ status: 422, issues: [{ path: 'url' }] })
    expect(await list()).toEqual([])
  })

  test('refuses unknown events, tests and an empty choice', async () => {
    const { create } = await anOwner()
    for (const types of [['contact.stolen'], ['webhook.test'], []])
      expect(await problemOf(create(hook, { types: types as never })), String(types)).toMatchObject({ status: 422 })
  })

  test('a card has at most 20, also when several are added at once', async () => {
    const { create, list } = await anOwner()
    for (let count = 0; count < connectionsMax - 2; count++) await create()
    const answers = await Promise.all([1, 2, 3, 4].map(() => problemOf(create())))
    expect(answers.filter((answer) => isProblemBody(answer, 'connection-limit'))).toHaveLength(2)
    expect(await list()).toHaveLength(connectionsMax)
  })
})

const isProblemBody = (answer: unknown, name: string) => Object(answer).type === `/problems/${name}`

describe('connections.read', () => {
  test('lists deliveries by page, newest first, also of one state', async () => {
    const { create, read, addEvent, addDelivery } = await anOwner()
    const { id } = await create()
    const other = await create()
    const eventIds: string[] = []
    for (let minute = 0; minute < 60; minute++) {
      now = new Date(start.getTime() + minute * 60_000)
      const event = await addEvent(`Visitor ${minute}`)
      eventIds.unshift(event.id)
      await addDelivery(id, event.id, minute % 2 ? 'sent' : 'failed')
    }
    const first = await read(id)
    expect(first.deliveries[0]).toMatchObject({ subject: 'Visitor 59', type: 'contact.created', state: 'sent', nextAt: null })
    expect(first.hasMore).toBe(true)
    const second = await read(id, { before: first.deliveries.at(-1)?.eventId ?? '' })
    expect(second.hasMore).toBe(false)
    expect([...first.deliveries, ...second.deliveries].map(({ eventId }) => eventId)).toEqual(eventIds)
    expect((await read(id, { state: 'failed' })).deliveries).toHaveLength(30)
    expect((await read(other.id)).deliveries).toEqual([])
  })

  test('a cursor of another card shows only own deliveries', async () => {
    const [victim, stranger] = [await anOwner(), await anOwner()]
    const [theirs, own] = [await victim.create(), await stranger.create()]
    const ownEvent = await stranger.addEvent('Mine')
    await stranger.addDelivery(own.id, ownEvent.id, 'sent')
    now = inHours(1)
    const event = await victim.addEvent('Treasure')
    await victim.addDelivery(theirs.id, event.id, 'sent')
    const { deliveries } = await stranger.read(own.id, { before: event.id })
    expect(deliveries.map(({ subject }) => subject)).toEqual(['Mine'])
  })
})

describe('connections.list', () => {
  test('counts deliveries and shows the newest, with queries that do not grow', async () => {
    const { create, list, addEvent, addDelivery } = await anOwner()
    const { id } = await create()
    const states = ['sent', 'failed', 'sent', 'waiting', 'waiting'] as const
    for (const [minute, state] of states.entries()) {
      now = new Date(start.getTime() + minute * 60_000)
      await addDelivery(id, (await addEvent(`Visitor ${minute}`)).id, state)
    }
    const count = async () => {
      using work = countStatements(app.deps.pool)
      const listed = await list()
      return { listed, statements: work.count() }
    }
    // The first request of a session also records its use.
    await list()
    const one = await count()
    expect(one.listed).toMatchObject([
      {
        sentCount: 2,
        waitingCount: 2,
        failedCount: 1,
        latest: states,
        nextAt: inHours(5).toISOString(),
        lastSent: { subject: 'Visitor 2', state: 'sent' },
        lastTried: { subject: 'Visitor 4', state: 'waiting' },
      },
    ])
    for (let more = 0; more < 5; more++) {
      const added = await create()
      await addDelivery(added.id, (await addEvent()).id, 'sent')
    }
    const six = await count()
    expect(six.listed.map(({ sentCount }) => sentCount)).toEqual([2, 1, 1, 1, 1, 1])
    expect(six.statements).toBe(one.statements)
  })
})

describe('connections.failing', () => {
  test('lists the ones that fail or that Carte switched off', async () => {
    const { owner, alias, create } = await anOwner()
    const set = async (name: string, changes: ReturnType<typeof sql>) => {
      const { id } = await create(hook, { name })
      await app.deps.db.execute(sql`update connection set ${changes} where id = ${id}`)
    }
    await set('Sends', sql`failing_since = null`)
    await set('Fails', sql`failing_since = now()`)
    await set('Off by the owner', sql`off_reason = 'owner', failing_since = now()`)
    await set('Gone', sql`off_reason = 'gone'`)
    await set('Given up', sql`off_reason = 'failing', failing_since = now()`)
    await set('Host off', sql`off_reason = 'host'`)
    const failing = await owner.call('connections.failing', { query: { alias } })
    expect(failing.map(({ name }) => name).toSorted()).toEqual(['Fails', 'Given up', 'Gone'])
  })
})

describe('connections.update', () => {
  test('changes only what is sent', async () => {
    const { create, list, update } = await anOwner()
    const { id } = await create()
    await update(id, { name: 'CRM' })
    await update(id, { types: ['card.published'], isFull: false })
    expect(await list()).toMatchObject([{ name: 'CRM', types: ['card.published'], isFull: false, isOn: true, url: hook }])
    expect(await problemOf(update(id, { types: [] }))).toMatchObject({ status: 422 })
  })

  test('switched on again, it sends what it missed if that is wanted', async () => {
    const { create, list, update, addEvent, addDelivery, queued } = await anOwner()
    const { id } = await create()
    const [sent, waiting] = [await addEvent('Sent'), await addEvent('Waiting')]
    await addDelivery(id, sent.id, 'sent')
    await addDelivery(id, waiting.id, 'waiting')
    now = inHours(1)
    await update(id, { isOn: false })
    expect(await list()).toMatchObject([{ isOn: false, offReason: 'owner', offAt: now.toISOString(), nextAt: null }])
    now = inHours(2)
    const missed = await addEvent('Missed')
    await addEvent('Not listened to', { type: 'card.published', contactId: null })
    now = inHours(3)
    await update(id, { isOn: true, sendMissed: true })
    expect(await queued()).toEqual([waiting.id, missed.id].map((event) => ({ event, due: now.toISOString() })))
    expect(await list()).toMatchObject([{ isOn: true, offReason: null, waitingCount: 2, sentCount: 1, failedCount: 0 }])
    await app.deps.jobs.settle()
    expect(await list()).toMatchObject([{ waitingCount: 0, sentCount: 3 }])
  })

  test('switched on without that, what waited has failed', async () => {
    const { create, read, update, addEvent, addDelivery, queued } = await anOwner()
    const { id } = await create()
    await addDelivery(id, (await addEvent()).id, 'waiting', 'Busy')
    await update(id, { isOn: false })
    await update(id, { isOn: true })
    expect((await read(id)).deliveries).toMatchObject([{ state: 'failed', reason: 'off', nextAt: null }])
    expect(await queued()).toEqual([])
  })
})

describe('connections.test', () => {
  test('returns the outcome and stores nothing', async () => {
    const { alias, create, list, sendTest } = await anOwner()
    const { id, secret } = await create()
    const before = await list()
    expect(await sendTest(id)).toMatchObject({ isSent: true, status: 204, answer: '' })
    status = 503
    expect(await sendTest(id)).toMatchObject({ isSent: false, status: 503, answer: 'Try again' })
    expect(await list()).toEqual(before)
    expect(received.map((one) => isSignedWith(one, secret))).toEqual([true, true])
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { card: { alias } } })
  })
})

describe('connections.replaceSecret', () => {
  test('for a day both secrets sign, then only the new one', async () => {
    const { owner, alias, create, list, sendTest } = await anOwner()
    const { id, secret: old } = await create()
    now = inHours(1)
    const { secret } = await owner.call('connections.replaceSecret', { input: { alias, id } })
    expect(await list()).toMatchObject([{ secretEnd: secret.slice(-4), secretAt: now.toISOString() }])
    now = inHours(24)
    await sendTest(id)
    now = inHours(25)
    await sendTest(id)
    expect(received.map((one) => [isSignedWith(one, old), isSignedWith(one, secret)])).toEqual([
      [true, true],
      [false, true],
    ])
  })
})

describe('connections.resend', () => {
  test('sends one event again, or all that are waiting or failed', async () => {
    const { create, read, resend, addEvent, addDelivery, queued } = await anOwner()
    const { id } = await create()
    const [sent, waiting, failed] = [await addEvent('Sent'), await addEvent('Waiting'), await addEvent('Failed')]
    await addDelivery(id, sent.id, 'sent')
    await addDelivery(id, waiting.id, 'waiting')
    await addDelivery(id, failed.id, 'failed')
    now = inHours(1)
    expect(await resend(id)).toMatchObject({ count: 2 })
    const due = now.toISOString()
    expect(await queued()).toEqual([waiting.id, failed.id].toSorted().map((event) => ({ event, due })))
    expect((await read(id)).deliveries.filter(({ state }) => state === 'waiting')).toMatchObject([
      { attempts: 0, nextAt: due },
      { attempts: 0, nextAt: due },
    ])
    expect(await resend(id, sent.id)).toMatchObject({ count: 1 })
    expect(await read(id, { state: 'sent' })).toMatchObject({ deliveries: [] })
    await app.deps.jobs.settle()
    expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual([sent.id, waiting.id, failed.id].toSorted())
    expect((await read(id, { state: 'sent' })).deliveries).toHaveLength(3)
  })

  test('events not sent to the connection are not found; one that is off sends nothing', async () => {
    const { create, update, resend, addEvent, addDelivery, queued } = await anOwner()
    const [{ id }, other] = [await create(), await create()]
    const event = await addEvent()
    await addDelivery(other.id, event.id, 'failed')
    expect(await problemOf(resend(id, event.id))).toMatchObject({ status: 404 })
    await update(other.id, { isOn: false })
    expect(await problemOf(resend(other.id, event.id))).toMatchObject({ status: 409 })
    expect(await queued()).toEqual([])
  })
})

describe('connections.event', () => {
  test('returns the body, with what the connection was sent of the contact', async () => {
    const { owner, alias, create, addEvent, addDelivery } = await anOwner()
    const { id } = await create()
    const event = await addEvent()
    const body = async () => {
      const answer = await owner.call('connections.event', { params: { alias, id, eventId: event.id } })
      return JSON.parse(answer.body) as { data: { contact: object } }
    }
    expect(await problemOf(body())).toMatchObject({ status: 404 })
    await addDelivery(id, event.id, 'sent')
    expect(await body()).toMatchObject({ type: 'contact.created', data: { contact: { emailAddress: 'amara@example.com' } } })
    await app.deps.db.execute(sql`update delivery set is_full = false where connection_id = ${id}`)
    expect((await body()).data.contact).toEqual({ id: event.contactId, fullName: 'Amara Field', source: 'form' })
  })
})

describe('connections.ofContact', () => {
  test('lists the newest delivery of the contact to each connection', async () => {
    const { owner, alias, create, addEvent, addDelivery } = await anOwner()
    const { id } = await create()
    now = inHours(0.1)
    const other = await create(hook, { name: 'CRM' })
    const created = await addEvent()
    await addDelivery(id, created.id, 'sent')
    await addDelivery(other.id, created.id, 'failed')
    now = inHours(2)
    const updated = await addEvent('Amara Field', { type: 'contact.updated', contactId: created.contactId })
    await addDelivery(id, updated.id, 'waiting')
    const found = await owner.call('connections.ofContact', { params: { alias, contactId: created.contactId } })
    expect(found.map(({ state, connection }) => [connection.name, state])).toEqual([
      ['My tool', 'waiting'],
      ['CRM', 'failed'],
    ])
    expect(await owner.call('connections.ofContact', { params: { alias, contactId: randomUUID() } })).toEqual([])
  })
})

describe('connections.remove', () => {
  test('deletes its deliveries, and leaves those of others', async () => {
    const { owner, alias, create, list, addEvent, addDelivery } = await anOwner()
    const [{ id }, other] = [await create(), await create()]
    const event = await addEvent()
    for (const one of [id, other.id]) await addDelivery(one, event.id, 'sent')
    await owner.call('connections.remove', { input: { alias, id } })
    expect(await list()).toMatchObject([{ id: other.id, sentCount: 1 }])
    expect(await problemOf(owner.call('connections.remove', { input: { alias, id } }))).toMatchObject({ status: 404 })
  })
})

test('another owner’s connection is not found, whatever is asked', async () => {
  const [victim, stranger] = [await anOwner(), await anOwner()]
  const { id } = await victim.create()
  const { owner, alias } = stranger
  const input = { alias, id }
  for (const attempt of [
    () => stranger.read(id),
    () => stranger.update(id, { isOn: false }),
    () => stranger.resend(id),
    () => stranger.sendTest(id),
    () => owner.call('connections.remove', { input }),
    () => owner.call('connections.replaceSecret', { input }),
  ])
    expect(await problemOf(attempt())).toMatchObject({ status: 404, type: '/problems/not-found' })
  expect(await problemOf(owner.call('connections.read', { params: { alias: victim.alias, id }, query: {} }))).toMatchObject({
    type: '/problems/card-not-found',
  })
  expect(await problemOf(owner.call('connections.failing', { query: { alias: victim.alias } }))).toMatchObject({
    type: '/problems/card-not-found',
  })
  expect(received).toEqual([])
  expect(await victim.list()).toMatchObject([{ isOn: true }])
})
