import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retention } from '#contract/accounts/retention.ts'
import { newId } from '#server/database/new-id.ts'
import { createBreakers } from '#server/integrations/breaker.ts'
import { createWebhooks, type Webhooks } from '#server/integrations/webhooks.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { eventually, patienceMs } from '../../tests/harness/eventually.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'
import { webhookReceiver, type ReceivedHook, type ReceiverAnswer } from '../../tests/stand-ins/webhook-receiver.ts'
import { cleanUpEvents } from './cleanup.job.ts'
import { deliver } from './deliver.job.ts'
import { delaysMs } from './record-attempt.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { sendAgain } from './send-again.ts'
import { newSecret } from './sign-body.ts'
import { connections, deliveries, events, type ConnectionRow } from './tables.ts'
import { writeEvents } from './write-event.ts'

const start = new Date('2036-06-15T15:00:00Z')
const dayMs = 86_400_000
const contact = { id: newId(0), fullName: 'Zoë Ångström', source: 'form', emailAddress: 'zoe@example.com', notes: 'Call “me”' } as const
let now = start
let app: TestApp
let receiver: Awaited<ReturnType<typeof webhookReceiver>>
let breakerMs = 0
/** Addresses that don't answer the next time: only they are given up soon. */
const hanging = new Set<string>()
const beforePost = new Map<string, () => Promise<void>>()
const { mailer, mails } = mailboxes()

beforeAll(async () => {
  receiver = await webhookReceiver()
  const settings = { ...readSettings({}), webhookHosts: [receiver.host] }
  // Each failure is dated far from the others, so that no breaker opens by itself.
  const breakers = createBreakers(undefined, () => (breakerMs += 120_000))
  const patient = createWebhooks(settings, breakers, { timeoutMs: patienceMs })
  const impatient = createWebhooks(settings, breakers, { timeoutMs: 400 })
  const webhooks: Webhooks = {
    ...patient,
    async post(url, request) {
      await beforePost.get(url)?.()
      return (hanging.delete(url) ? impatient : patient).post(url, request)
    },
  }
  app = await anApp({ outside: { mailer, webhooks, clock: { now: () => now } } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => void (now = start))

async function aConnection(subjectId: string, answers: ReceiverAnswer[], options: Partial<ConnectionRow> = {}) {
  const id = newId(now.getTime())
  const secret = newSecret()
  const url = receiver.url(...answers)
  if (answers[0] === 'hangs') hanging.add(url)
  const row: ConnectionRow = {
    subjectId,
    id,
    createdAt: now,
    preset: 'own',
    name: 'CRM',
    url,
    types: ['contact.created'],
    isFull: true,
    secret: await sealSecret(app.deps.db, secret, id, now),
    secretAt: now,
    secretEnd: secret.slice(-4),
    previousSecret: null,
    previousUntil: null,
    offReason: null,
    offAt: null,
    failingSince: null,
    mailedAt: null,
    attention: null,
    ...options,
  }
  await app.deps.db.insert(connections).values(row)
  return { ...row, plain: secret, received: () => receiver.to(url) }
}

async function anEvent(subjectId: string) {
  await app.deps.db.transaction((tx) =>
    writeEvents(tx, app.deps.jobs, { subjectId, events: [{ type: 'contact.created', data: { contact } }], now }),
  )
  await app.deps.jobs.settle()
}

const ofOne = ({ subjectId, id }: Pick<ConnectionRow, 'subjectId' | 'id'>) =>
  and(eq(deliveries.subjectId, subjectId), eq(deliveries.connectionId, id))

async function deliveryOf(connection: Pick<ConnectionRow, 'subjectId' | 'id'>) {
  const [row] = await app.deps.db.select().from(deliveries).where(ofOne(connection))
  if (!row) throw new Error('no delivery')
  return row
}

async function readConnection({ subjectId, id }: Pick<ConnectionRow, 'subjectId' | 'id'>) {
  const [row] = await app.deps.db
    .select()
    .from(connections)
    .where(and(eq(connections.subjectId, subjectId), eq(connections.id, id)))
  return row
}

/** The later attempts that are planned, as the queue has them. */
async function planned({ subjectId, id }: Pick<ConnectionRow, 'subjectId' | 'id'>) {
  const { rows } = await app.deps.db.execute<{ data: Record<string, unknown>; at: string }>(
    sql`select data, to_json(start_after) #>> '{}' as at from jobs.job
      where name = 'connections.deliver' and state = 'created' and data ->> 'connectionId' = ${id} and data ->> 'subjectId' = ${subjectId}`,
  )
  return rows.map(({ data, at }) => ({ data, at: new Date(at).toISOString() }))
}

/** Moves the clock to the next attempt, and makes it. */
async function tryNext(connection: Pick<ConnectionRow, 'subjectId' | 'id'>) {
  const { subjectId, eventId, connectionId, nextAt } = await deliveryOf(connection)
  if (!nextAt) throw new Error('nothing is planned')
  now = nextAt
  await deliver(app.deps).run({ subjectId, eventId, connectionId, dueAt: nextAt.toISOString() })
  return nextAt
}

describe('a receiver', () => {
  test('verifies each delivery with the specification’s package, and refuses any change', async () => {
    // The package compares the timestamp with the clock of the machine.
    now = new Date()
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [])
    await anEvent(id)
    const [hook] = connection.received()
    if (!hook) throw new Error('nothing received')
    const { body, headers } = hook
    const receiverSide = new Webhook(connection.plain)
    expect(receiverSide.verify(body, headers)).toEqual({
      type: 'contact.created',
      timestamp: now.toISOString(),
      data: { card: { alias: expect.any(String) }, contact },
    })
    expect(headers['webhook-id']).toBe((await deliveryOf(connection)).eventId)
    const shifted = (seconds: number) => ({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + seconds) })
    const changes: [string, Record<string, string>][] = [
      [`${body} `, headers],
      [body.replace('Zoë', 'Zoe'), headers],
      [body, { ...headers, 'webhook-id': newId(0) }],
      [body, shifted(1)],
      [body, shifted(-600)],
      [body, { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1,', 'v2,') }],
    ]
    for (const [text, others] of changes) expect(() => receiverSide.verify(text, others)).toThrow(/signature|timestamp/i)
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow(/signature/i)
  })

  test('can verify with the old or the new secret for a day after it was replaced', async () => {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [])
    const old = newSecret()
    const sealed = await sealSecret(app.deps.db, old, connection.id, now)
    const replaced = { previousSecret: sealed, previousUntil: new Date(now.getTime() + dayMs) }
    await app.deps.db.update(connections).set(replaced).where(eq(connections.id, connection.id))
    await anEvent(id)
    now = new Date(start.getTime() + dayMs)
    await anEvent(id)
    const [during, after] = connection.received()
    expect(signaturesOf(during)).toEqual([signatureBy(connection.plain, during), signatureBy(old, during)])
    expect(signaturesOf(after)).toEqual([signatureBy(connection.plain, after)])
  })

  test('gets only id, name and source of a contact, if the owner chose so', async () => {
    const { id } = await aCard(app.deps)
    const thin = await aConnection(id, [], { isFull: false })
    await anEvent(id)
    const { id: contactId, fullName, source } = contact
    expect(JSON.parse(thin.received()[0]?.body ?? '').data.contact).toEqual({ id: contactId, fullName, source })
  })

  test('gets the same id and bytes at every attempt, even if the connection changed', async () => {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [{ status: 500 }])
    await anEvent(id)
    await app.deps.db.update(connections).set({ isFull: false }).where(eq(connections.id, connection.id))
    await tryNext(connection)
    const [first, second] = connection.received()
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 2, status: 204, nextAt: null })
  })

  test('gets nothing of other kinds, of other cards, or while it is off', async () => {
    const [mine, other] = [await aCard(app.deps), await aCard(app.deps)]
    const connectionsOff = [
      await aConnection(mine.id, [], { types: ['card.published'] }),
      await aConnection(mine.id, [], { offReason: 'owner', offAt: now }),
      await aConnection(other.id, []),
    ]
    await aConnection(mine.id, [])
    await anEvent(mine.id)
    expect(connectionsOff.flatMap((connection) => connection.received())).toEqual([])
  })
})

test('a connection that is switched on while an event is written gets it', async () => {
  const { id } = await aCard(app.deps)
  const connection = await aConnection(id, [], { offReason: 'owner', offAt: now })
  await app.deps.db.transaction(async (tx) => {
    await writeEvents(tx, app.deps.jobs, { subjectId: id, events: [{ type: 'contact.created', data: { contact } }], now })
    await app.deps.db.update(connections).set({ offReason: null, offAt: null }).where(eq(connections.id, connection.id))
  })
  await app.deps.jobs.settle()
  expect(connection.received()).toHaveLength(1)
})

const signaturesOf = (hook?: ReceivedHook) => hook?.headers['webhook-signature']?.split(' ')

/** By the words of the specification. */
function signatureBy(secret: string, hook?: ReceivedHook) {
  const content = [hook?.headers['webhook-id'], hook?.headers['webhook-timestamp'], hook?.body].join('.')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content, 'utf8').digest('base64')}`
}

describe('an attempt that fails', () => {
  test.each([
    [{ status: 302, headers: { location: '/elsewhere' } }, 302, '', null],
    [{ status: 401, body: 'who?' }, 401, 'who?', null],
    [{ status: 503 }, 503, '', null],
    ['hangs', null, '', 'timeout'],
    ['closes', null, '', 'closed'],
  ] as const)('with %o is made again 5 seconds later', async (answer, status, text, reason) => {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [answer])
    await anEvent(id)
    const delivery = await deliveryOf(connection)
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, status, answer: text, reason, triedAt: now })
    expect(inMs(delivery.nextAt)).toBeGreaterThanOrEqual(4500)
    expect(inMs(delivery.nextAt)).toBeLessThanOrEqual(5500)
    const nextAt = delivery.nextAt?.toISOString()
    expect(await planned(connection)).toMatchObject([{ data: { dueAt: nextAt }, at: nextAt }])
    expect((await readConnection(connection))?.failingSince).toEqual(now)
    await tryNext(connection)
    expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 2 })
    expect((await readConnection(connection))?.failingSince).toBeNull()
  })

  test('is made ten times in four days; then the delivery fails, the connection stays on', async () => {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(
      id,
      Array.from({ length: 11 }, () => ({ status: 500 })),
    )
    await anEvent(id)
    const waits: number[] = []
    for (const delayMs of delaysMs) waits.push((await tryNext(connection)).getTime() / delayMs)
    expect(waits).toHaveLength(9)
    expect(connection.received()).toHaveLength(10)
    expect(await deliveryOf(connection)).toMatchObject({ state: 'failed', attempts: 10, nextAt: null })
    expect((await readConnection(connection))?.offReason).toBeNull()
    expect(now.getTime() - start.getTime()).toBeLessThan(4 * dayMs)
  })

  test('waits as long as the receiver asks, if that is longer', async () => {
    const { id } = await aCard(app.deps)
    const [long, short] = [
      await aConnection(id, [{ status: 429, headers: { 'retry-after': '3600' } }]),
      await aConnection(id, [{ status: 429, headers: { 'retry-after': '1' } }]),
    ]
    await anEvent(id)
    expect(inMs((await deliveryOf(long)).nextAt)).toBe(3_600_000)
    expect(inMs((await deliveryOf(short)).nextAt)).toBeGreaterThan(4000)
  })

  test('delays no other connection', async () => {
    const { id } = await aCard(app.deps)
    const dead = await aConnection(id, ['hangs'])
    const healthy = await aConnection(id, [])
    // The dead one takes until the other has been called.
    beforePost.set(dead.url, () => eventually(() => expect(healthy.received()).toHaveLength(1)))
    await anEvent(id)
    expect([(await deliveryOf(dead)).state, (await deliveryOf(healthy)).state]).toEqual(['waiting', 'sent'])
  })

  test('is not made again by a job that ran twice, or that another attempt replaced', async () => {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [{ status: 500 }])
    await anEvent(id)
    const { subjectId, eventId, connectionId, nextAt } = await deliveryOf(connection)
    const job = deliver(app.deps)
    await job.run({ subjectId, eventId })
    expect(connection.received()).toHaveLength(1)
    now = new Date(start.getTime() + 1000)
    await app.deps.db.transaction((tx) => sendAgain(tx, app.deps.jobs, connection, [eventId], now))
    await job.run({ subjectId, eventId, connectionId, dueAt: nextAt?.toISOString() ?? '' })
    expect(connection.received()).toHaveLength(1)
    await app.deps.jobs.settle()
    expect(connection.received()).toHaveLength(2)
    expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 1 })
  })
})

test('a card whose receivers are slow delays no other card', async () => {
  const [busy, other] = [await aCard(app.deps), await aCard(app.deps)]
  const slow = [await aConnection(busy.id, []), await aConnection(busy.id, [])]
  const quick = await aConnection(other.id, [])
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const { url } of slow)
    beforePost.set(url, () => {
      begun.resolve()
      return release.promise
    })
  const job = deliver(app.deps, { atOnce: 2, perCard: 1 })
  const run = async (subjectId: string) => {
    const enqueueAll = async () => {}
    await app.deps.db.transaction((tx) =>
      writeEvents(tx, { enqueueAll }, { subjectId, events: [{ type: 'contact.created', data: { contact } }], now }),
    )
    const [event] = await app.deps.db.select().from(events).where(eq(events.subjectId, subjectId))
    await job.run({ subjectId, eventId: event?.id ?? '' })
  }
  const waiting = run(busy.id)
  await begun.promise
  await run(other.id)
  expect(quick.received()).toHaveLength(1)
  expect(slow.flatMap((connection) => connection.received())).toEqual([])
  release.resolve()
  await waiting
  expect(slow.map((connection) => connection.received().length)).toEqual([1, 1])
})

test('sending again what is to be sent at once already adds no second job', async () => {
  const { id } = await aCard(app.deps)
  const connection = await aConnection(id, [{ status: 500 }])
  await anEvent(id)
  const { eventId } = await deliveryOf(connection)
  for (const afterMs of [1000, 2000, 3000]) {
    now = new Date(start.getTime() + afterMs)
    await app.deps.db.transaction((tx) => sendAgain(tx, app.deps.jobs, connection, [eventId], now))
  }
  // The second attempt after the failure, and one to be sent at once.
  expect(await planned(connection)).toHaveLength(2)
  expect((await deliveryOf(connection)).nextAt).toEqual(new Date(start.getTime() + 1000))
  now = new Date(start.getTime() + 120_000)
  await app.deps.db.transaction((tx) => sendAgain(tx, app.deps.jobs, connection, [eventId], now))
  await app.deps.jobs.settle()
  expect(connection.received()).toHaveLength(2)
})

describe('an attempt under way when its event is sent again', () => {
  /** The call is delayed until `finish`; the receiver gets that of the new attempt first. */
  async function aDelayedAttempt(answers: ReceiverAnswer[]) {
    const { id } = await aCard(app.deps)
    const connection = await aConnection(id, [{ status: 500 }, ...answers])
    await anEvent(id)
    await app.deps.db.update(deliveries).set({ attempts: delaysMs.length }).where(ofOne(connection))
    const [begun, delayed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforePost.set(connection.url, () => {
      beforePost.delete(connection.url)
      begun.resolve()
      return delayed.promise
    })
    const attempt = tryNext(connection)
    await begun.promise
    now = new Date(now.getTime() + 1000)
    const { eventId } = await deliveryOf(connection)
    await app.deps.db.transaction((tx) => sendAgain(tx, app.deps.jobs, connection, [eventId], now))
    const finish = async () => {
      delayed.resolve()
      await attempt
    }
    return { connection, eventId, finish }
  }

  test('fails afterwards: the event stays sent, and the connection healthy', async () => {
    const { connection, finish } = await aDelayedAttempt([{ status: 200 }, { status: 500 }])
    await app.deps.jobs.settle()
    expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 1 })
    await finish()
    expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 1, status: 200 })
    expect((await readConnection(connection))?.failingSince).toBeNull()
  })

  test.each([{ status: 500 }, { status: 410 }, { status: 204 }])(
    'is answered %o afterwards: the new one is made as planned',
    async (answer) => {
      const { connection, eventId, finish } = await aDelayedAttempt([answer])
      const dueAt = now.toISOString()
      const webhooks = { ...app.deps.webhooks, post: async () => ({ pausedSeconds: 30 }) }
      const job = deliver({ ...app.deps, webhooks })
      await job.run({ subjectId: connection.subjectId, eventId, connectionId: connection.id, dueAt })
      const { nextAt, ...paused } = await deliveryOf(connection)
      expect(paused).toMatchObject({ state: 'waiting', attempts: 0, reason: 'paused' })
      await finish()
      expect(await deliveryOf(connection)).toEqual({ ...paused, nextAt })
      expect((await readConnection(connection))?.offReason).toBeNull()
      await tryNext(connection)
      expect(await deliveryOf(connection)).toMatchObject({ state: 'sent', attempts: 1 })
    },
  )
})

const inMs = (moment: Date | null) => (moment?.getTime() ?? 0) - now.getTime()

test('an attempt answered but not recorded is repeated with the same id and bytes', async () => {
  const { id } = await aCard(app.deps)
  const connection = await aConnection(id, [])
  const outage = new Error('the database went away')
  await app.deps.db.transaction((tx) =>
    writeEvents(tx, { enqueueAll: async () => {} }, { subjectId: id, events: [{ type: 'contact.created', data: { contact } }], now }),
  )
  const [event] = await app.deps.db.select().from(events).where(eq(events.subjectId, id))
  if (!event) throw new Error('no event')
  const post: TestApp['deps']['webhooks']['post'] = async (...args) => {
    await app.deps.webhooks.post(...args)
    throw outage
  }
  const job = (webhooks: TestApp['deps']['webhooks']) => deliver({ ...app.deps, webhooks })
  const data = { subjectId: id, eventId: event.id }
  await expect(job({ ...app.deps.webhooks, post }).run(data)).rejects.toThrow(outage)
  await job(app.deps.webhooks).run(data)
  await job(app.deps.webhooks).run(data)
  const [first, second, ...more] = connection.received()
  expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']])
  expect(more).toEqual([])
})

test('a host that is paused is called later, and that is no attempt', async () => {
  const { id } = await aCard(app.deps)
  const connection = await aConnection(id, [])
  const webhooks = { ...app.deps.webhooks, post: async () => ({ pausedSeconds: 30 }) }
  await app.deps.db.transaction((tx) =>
    writeEvents(tx, { enqueueAll: async () => {} }, { subjectId: id, events: [{ type: 'contact.created', data: { contact } }], now }),
  )
  const [event] = await app.deps.db.select().from(events).where(eq(events.subjectId, id))
  const job = deliver({ ...app.deps, webhooks })
  await job.run({ subjectId: id, eventId: event?.id ?? '' })
  const first = await deliveryOf(connection)
  expect(first).toMatchObject({ state: 'waiting', attempts: 0, triedAt: null, reason: 'paused' })
  expect(inMs(first.nextAt)).toBeGreaterThanOrEqual(27_000)
  const [next] = await planned(connection)
  now = first.nextAt ?? now
  const { subjectId, eventId, connectionId } = first
  expect(next).toMatchObject({ data: { dueAt: now.toISOString(), pauses: 1 }, at: now.toISOString() })
  await job.run({ subjectId, eventId, connectionId, dueAt: now.toISOString(), pauses: 1 })
  // Less and less often.
  expect(inMs((await deliveryOf(connection)).nextAt)).toBeGreaterThanOrEqual(54_000)
})

describe('the owners get a mail', () => {
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email)

  test('once a day from the second day on which a connection fails, in their language', async () => {
    const { id } = await aCard(app.deps)
    const [ann] = await twoOwners(app.deps, id)
    await app.deps.db.execute(sql`update account set language = 'fr-FR' where email = ${ann}`)
    const connection = await aConnection(
      id,
      Array.from({ length: 30 }, () => ({ status: 500 })),
    )
    await anEvent(id)
    await app.deps.jobs.settle()
    expect(mailsTo(ann)).toEqual([])
    now = new Date(start.getTime() + dayMs)
    await anEvent(id)
    await anEvent(id)
    await app.deps.jobs.settle()
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['CRM ne répond pas'])
    expect(mailsTo(ann)[0]?.text).toContain('/connections')
    now = new Date(start.getTime() + 2 * dayMs)
    await anEvent(id)
    await app.deps.jobs.settle()
    expect(mailsTo(ann)).toHaveLength(2)
    expect((await readConnection(connection))?.offReason).toBeNull()
  })

  test('when an answer of 410 switched it off, and what waits isn’t sent', async () => {
    const { id } = await aCard(app.deps)
    const [ann, bob] = await twoOwners(app.deps, id)
    const connection = await aConnection(id, [{ status: 410 }])
    await anEvent(id)
    await app.deps.jobs.settle()
    expect(await readConnection(connection)).toMatchObject({ offReason: 'gone', offAt: now })
    expect(await deliveryOf(connection)).toMatchObject({ state: 'waiting', attempts: 1, status: 410, nextAt: null })
    expect(await planned(connection)).toEqual([])
    expect([ann, bob].map((email) => mailsTo(email).map(({ subject }) => subject))).toEqual([
      ['CRM was switched off'],
      ['CRM was switched off'],
    ])
    await anEvent(id)
    expect(connection.received()).toHaveLength(1)
  })

  test('when the last attempt failed and nothing was sent for five days', async () => {
    const { id } = await aCard(app.deps)
    const [ann] = await twoOwners(app.deps, id)
    const failingSince = new Date(start.getTime() - 5 * dayMs)
    const connection = await aConnection(
      id,
      Array.from({ length: 2 }, () => ({ status: 500 })),
      { failingSince, mailedAt: now },
    )
    await anEvent(id)
    await app.deps.db.update(deliveries).set({ attempts: delaysMs.length }).where(ofOne(connection))
    await tryNext(connection)
    await app.deps.jobs.settle()
    expect(await deliveryOf(connection)).toMatchObject({ state: 'failed', attempts: 10 })
    expect(await readConnection(connection)).toMatchObject({ offReason: 'failing', offAt: now, failingSince })
    expect(mailsTo(ann).map(({ subject }) => subject)).toEqual(['CRM was switched off'])
  })
})

test('events and their deliveries are deleted after their retention period', async () => {
  const { id } = await aCard(app.deps)
  const connection = await aConnection(id, [])
  await anEvent(id)
  const cleanUp = () => cleanUpEvents(app.deps).run({})
  now = new Date(start.getTime() + retention.eventDays * dayMs)
  await cleanUp()
  expect((await deliveryOf(connection)).state).toBe('sent')
  now = new Date(now.getTime() + 1)
  await cleanUp()
  expect(await app.deps.db.$count(events, eq(events.subjectId, id))).toBe(0)
  expect(await app.deps.db.$count(deliveries, ofOne(connection))).toBe(0)
})
