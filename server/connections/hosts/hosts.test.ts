import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { accounts } from '#server/accounts/tables.ts'
import { newId } from '#server/database/new-id.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { mailboxes } from '../../../tests/stand-ins/mailboxes.ts'
import { webhookReceiver } from '../../../tests/stand-ins/webhook-receiver.ts'
import { deliveries, events } from '../tables.ts'

const start = new Date('2036-06-15T15:00:00Z')
let now = start
let app: TestApp
let admin: SignedIn
let receiver: Awaited<ReturnType<typeof webhookReceiver>>
const { mailer, mails } = mailboxes()

beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await anApp({ settings: { webhookHosts: [receiver.host] }, outside: { mailer, clock: { now: () => now } } })
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(async () => {
  now = start
  mails.length = 0
  await app.deps.db.execute(sql`delete from connection`)
  await app.deps.db.execute(sql`delete from switched_off_host`)
})

async function anOwner() {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owner = await signedIn(app, subjectId)
  const create = (url: string) =>
    owner.call('connections.create', { input: { alias, preset: 'own', name: 'CRM', url, types: ['contact.created'], isFull: true } })
  const read = async (id: string) => (await owner.call('connections.read', { params: { alias, id }, query: {} })).connection
  const switchOn = (id: string) => owner.call('connections.update', { input: { alias, id, isOn: true, sendMissed: true } })
  const sendTest = (id: string) => owner.call('connections.test', { input: { alias, id } })
  const addEvent = async () => {
    const row = { subjectId, id: newId(now.getTime()), type: 'contact.created' as const, at: now, contactId: null, data: '{"contact":{}}' }
    await app.deps.db.insert(events).values(row)
    return row.id
  }
  return { ...owner, subjectId, alias, create, read, switchOn, sendTest, addEvent }
}

const switchHost = (host: string, isOff: boolean, more: { reason?: string; sendMissed?: boolean } = {}) =>
  admin.call('admin.switchHost', { input: { host, isOff, reason: '', sendMissed: true, ...more } })
const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
const dayMs = 86_400_000
/** Without those about a new connection. */
const hostMails = () => mails.filter(({ subject }) => !subject.includes('was added'))

describe('a host that is switched off', () => {
  test('switches off only its connections, on all cards; mails each card’s owners once', async () => {
    const [first, second] = [await anOwner(), await anOwner()]
    const at = receiver.url()
    const ids = [await first.create(at), await first.create(receiver.url()), await second.create(at)].map(({ id }) => id)
    const other = await first.create('https://hooks.example.com/a')
    await switchHost(at, true)
    await app.deps.jobs.settle()
    for (const id of ids.slice(0, 2)) expect(await first.read(id)).toMatchObject({ isOn: false, offReason: 'host' })
    expect(await second.read(ids[2] ?? '')).toMatchObject({ isOn: false, offReason: 'host' })
    expect(await first.read(other.id)).toMatchObject({ isOn: true })
    expect(
      hostMails()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([first.email, second.email].toSorted())
    expect(hostMails()[0]).toMatchObject({ subject: expect.stringMatching(/^Nothing is sent to .* at the moment$/) })
    expect(hostMails()[0]?.text).toContain('An administrator switched off sending to')
    now = new Date(start.getTime() + dayMs)
    await switchHost(receiver.host, true, { reason: 'Hangs' })
    await app.deps.jobs.settle()
    expect(hostMails()).toHaveLength(2)
    const { acts } = await admin.call('admin.auditLog', { query: { q: 'connection-host.disable' } })
    expect(acts[0]).toMatchObject({ actor: admin.email, detail: { host: receiver.host, reason: 'Hangs' } })
  })

  test('refuses new connections, switching on and tests, however the address is written', async () => {
    const { alias, call, create, read, switchOn, sendTest } = await anOwner()
    const { id } = await create('HTTPS://Hooks.Example.com:443/in')
    await switchHost('hooks.example.com', true)
    await call('connections.update', { input: { alias, id, isOn: false } })
    expect(await read(id)).toMatchObject({ isOn: false, offReason: 'host' })
    const message = 'An administrator switched off sending to this host.'
    expect(await problemOf(switchOn(id))).toMatchObject({ status: 422, issues: [{ path: 'isOn', message }] })
    for (const url of ['https://hooks.example.com/b', 'https:hooks.EXAMPLE.com/b'])
      expect(await problemOf(create(url))).toMatchObject({ status: 422, issues: [{ path: 'url', message }] })
    expect(await sendTest(id)).toMatchObject({ isSent: false, status: null, answer: '', reason: 'host-off' })
    await create('https://hooks.example.com.example.net/b')
  })

  test('switches off a connection stored with its address as typed once an event is due', async () => {
    const { email, subjectId, create, read, addEvent } = await anOwner()
    const { id } = await create('https://hooks.example.com/x')
    await app.deps.db.execute(sql`update connection set url = 'https://Hooks.Example.com:443/x' where id = ${id}`)
    await switchHost('hooks.example.com', true)
    now = new Date(start.getTime() + dayMs)
    const eventId = await addEvent()
    await app.deps.db.transaction((tx) => app.deps.jobs.enqueue(tx, 'connections.deliver', { subjectId, eventId }))
    await app.deps.jobs.settle()
    const off = { offReason: 'host', offAt: now.toISOString(), waitingCount: 1, lastTried: null, failingSince: null }
    expect(await read(id)).toMatchObject(off)
    expect(hostMails().map(({ to }) => to)).toEqual([email])
    // It would be the count of one of its connections.
    expect(hostMails()[0]?.text).not.toContain('waiting')
    await switchHost('hooks.example.com', false, { sendMissed: false })
    await app.deps.jobs.settle()
    expect(await read(id)).toMatchObject({ isOn: true })
  })

  test('is sent nothing, and once it is allowed everything it missed', async () => {
    const { subjectId, create, read, addEvent } = await anOwner()
    const at = receiver.url()
    const { id } = await create(at)
    const waiting = await addEvent()
    await app.deps.db
      .insert(deliveries)
      .values({ subjectId, connectionId: id, eventId: waiting, isFull: true, nextAt: new Date(now.getTime() + dayMs) })
    await switchHost(receiver.host, true)
    now = new Date(start.getTime() + dayMs)
    const missed = await addEvent()
    await app.deps.jobs.settle()
    expect(receiver.to(at)).toEqual([])
    await switchHost(receiver.host, false)
    await app.deps.jobs.settle()
    expect(await read(id)).toMatchObject({ isOn: true, offReason: null, sentCount: 2 })
    expect(
      receiver
        .to(at)
        .map(({ headers }) => headers['webhook-id'])
        .toSorted(),
    ).toEqual([waiting, missed])
  })

  test('can be allowed without what was missed; what the owner switched off stays off', async () => {
    const { alias, call, create, read, addEvent } = await anOwner()
    const at = receiver.url()
    const [on, off] = [await create(at), await create(at)]
    await call('connections.update', { input: { alias, id: off.id, isOn: false } })
    await switchHost(receiver.host, true)
    await addEvent()
    await switchHost(receiver.host, false, { sendMissed: false })
    await app.deps.jobs.settle()
    expect(await read(on.id)).toMatchObject({ isOn: true })
    expect(await read(off.id)).toMatchObject({ isOn: false, offReason: 'owner' })
    expect(receiver.to(at)).toEqual([])
    expect(await problemOf(switchHost(receiver.host, false))).toMatchObject({ status: 404 })
    expect(await problemOf(switchHost('no host', true))).toMatchObject({ status: 422, issues: [{ path: 'host' }] })
  })

  test('that is switched off again before its connections are on stays off', async () => {
    const { create, read } = await anOwner()
    const { id } = await create(receiver.url())
    await switchHost(receiver.host, true)
    await switchHost(receiver.host, false)
    await switchHost(receiver.host, true)
    await app.deps.jobs.settle()
    expect(await read(id)).toMatchObject({ isOn: false, offReason: 'host' })
  })
})

test('failing and switched-off hosts are listed with reasons, for administrators only', async () => {
  const owner = await anOwner()
  const { subjectId, create, addEvent } = owner
  const [one, two] = [await create('https://dead.example.com/a'), await create('https://dead.example.com/b')]
  await create('https://fine.example.com/a')
  await create('https://off.example.com/a')
  await switchHost('off.example.com', true, { reason: 'Hangs' })
  const [tried, untried] = [await addEvent(), await addEvent()]
  const attempt = { triedAt: now, status: null, answer: '', reason: 'timeout' } as const
  await app.deps.db.insert(deliveries).values([
    { subjectId, connectionId: one.id, eventId: tried, isFull: true, ...attempt },
    { subjectId, connectionId: one.id, eventId: untried, isFull: true },
    {
      subjectId,
      connectionId: two.id,
      eventId: tried,
      isFull: true,
      ...attempt,
      state: 'failed',
      triedAt: new Date(0),
      status: 503,
      answer: 'Older',
      reason: null,
    },
  ])
  const refused = await create('https://crm.example.com/events')
  for (const { id } of [one, two, refused])
    await app.deps.db.execute(sql`update connection set failing_since = ${start.toISOString()}::timestamptz where id = ${id}`)
  await app.deps.db.execute(sql`update connection set attention = 'key' where id = ${refused.id}`)
  const { failing, off } = await admin.call('admin.connections')
  const since = start.toISOString()
  const last = { lastAt: since, status: null, answer: '', reason: 'timeout' }
  expect(failing).toEqual([{ host: 'dead.example.com', connections: 2, waiting: 2, since, ...last }])
  expect(off).toEqual([{ host: 'off.example.com', reason: 'Hangs', offAt: since, connections: 1 }])
  expect(await problemOf(owner.call('admin.connections'))).toMatchObject({ status: 404 })
  expect(
    await problemOf(owner.call('admin.switchHost', { input: { host: 'a.example', isOff: true, reason: '', sendMissed: true } })),
  ).toMatchObject({
    status: 404,
  })
})

test('jobs that are due count as late', async () => {
  const { subjectId } = await anOwner()
  const before = await admin.call('admin.connections')
  await app.deps.db.transaction((tx) =>
    app.deps.jobs.enqueue(
      tx,
      'connections.deliver',
      { subjectId, eventId: newId(0), connectionId: newId(0), dueAt: start.toISOString() },
      { startAfter: new Date(Date.now() - 90_000) },
    ),
  )
  const after = await admin.call('admin.connections')
  expect(after.waiting).toBe(before.waiting + 1)
  expect(after.overdueSeconds).toBeGreaterThanOrEqual(90)
  expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_webhook_overdue_seconds \d+/m)
  await app.deps.jobs.settle()
})
