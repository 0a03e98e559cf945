import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PushMessage, type NotificationSubscription } from '#contract/push.ts'
import type { z } from 'zod'
import { createBreakers } from '#server/integrations/breaker.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, signedInAs, type SignedIn } from '../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { pushServiceStandIn, type PushAnswer, type PushDevice, type PushServiceStandIn } from '../../tests/stand-ins/push-service.ts'
import { findDevice } from './push-store.ts'
import { sendPush } from './send-push.ts'
import { sendToDevice } from './send-to-device.ts'

let app: TestApp
let service: PushServiceStandIn
/** The offset of the wall clock, and the monotonic clock. */
let aheadMs = 0
let steadyMs = 0
let warned: string[] = []
beforeAll(async () => {
  service = await pushServiceStandIn()
  const log = { ...silentLog, warn: (event: string) => void warned.push(event) }
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  app = await anApp({ settings: service.settings, outside: { log, clock, breakers: createBreakers(undefined, () => steadyMs) } })
})
beforeEach(() => {
  aheadMs = 0
  warned = []
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

type Input = z.input<typeof NotificationSubscription>
type PushResponse = { status: number; success?: number; message?: string; subscription?: unknown; publicKey?: string }
type Fixture = { card: { id: string; alias: string }; owner: SignedIn; phone: PushDevice; device: string }

async function aHome(): Promise<Fixture> {
  const card = await aCard(app.deps)
  return { card, owner: await signedIn(app, card.id), phone: service.aDevice(), device: randomUUID() }
}

const csrfHeaders = { 'x-csrf': '1', 'content-type': 'application/json' }
async function post({ owner }: Pick<Fixture, 'owner'>, call: string, input: unknown): Promise<PushResponse> {
  const answer = await owner.ask(`/remote/api/carte/notifications-${call}`, {
    method: 'POST',
    headers: csrfHeaders,
    body: JSON.stringify(input),
  })
  return { status: answer.status, ...((await answer.json()) as Omit<PushResponse, 'status'>) }
}
const subscribe = (home: Fixture, input: Partial<Input> = {}) =>
  post(home, 'subscribe', {
    enabled: true,
    subjectId: home.card.id,
    key: '',
    token: home.phone.token,
    device: home.device,
    topics: [],
    ...input,
  })
const read = async (home: Fixture, token: unknown = home.phone.token) =>
  (await post(home, 'get-subscription', { subjectId: home.card.id, token, device: home.device })).subscription

const aNotice = () => ({ title: 'Zoë Field just connected', body: 'Met at the fair.', path: '/ada/my-contacts', tag: randomUUID() })
const notify = ({ card }: Fixture, words = aNotice(), topic: Parameters<typeof sendPush>[2] = 'New_Connected_Client') =>
  sendPush(app.deps, card.id, topic, () => words)
const keys = ({ received }: PushDevice) => received.map(({ text }) => PushMessage.parse(JSON.parse(text)))

const invalid = (message: string) => ({ status: 422, success: 0, message })
const on = (topic: string, text: string, enabled = true) => ({ topic, text, enabled, active: enabled })
const general = (enabled?: boolean) => on('General_Notifications', 'General notifications', enabled)
const newContacts = (enabled?: boolean) => on('New_Connected_Client', 'New contacts', enabled)

describe('NOTE-2 push.subscribe', () => {
  test('a subscribed device gets every topic', async () => {
    const home = await aHome()
    expect(await read(home)).toBeNull()
    expect(await subscribe(home)).toMatchObject({ status: 200, success: 1 })
    expect(await read(home)).toEqual({ active: true, topics: [general(), newContacts()] })
  })

  test('topics can be turned on and off one at a time', async () => {
    const home = await aHome()
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    expect(await read(home)).toMatchObject({ topics: [general(false), newContacts()] })
    await subscribe(home, { topics: [{ topic: 'General_Notifications', enabled: true }] })
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: false }] })
    expect(await read(home)).toMatchObject({ active: true, topics: [general(), newContacts(false)] })
    await subscribe(home)
    expect(await read(home)).toMatchObject({ topics: [general(), newContacts()] })
  })

  test('a device that is turned off gets nothing, and its topics stay stored', async () => {
    const home = await aHome()
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    await subscribe(home, { enabled: false })
    await notify(home)
    expect(home.phone.received).toEqual([])
    expect(await read(home)).toEqual({ active: false, topics: [general(false), newContacts()] })
  })

  test('the token may be a JSON string', async () => {
    const home = await aHome()
    expect(await subscribe(home, { token: JSON.stringify({ ...home.phone.token, expirationTime: null }) })).toMatchObject({ success: 1 })
    await notify(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('a device that subscribes again replaces its row', async () => {
    const home = await aHome()
    await subscribe(home)
    const again = { ...home, phone: service.aDevice() }
    await subscribe(again)
    await notify(home)
    expect([home.phone.received.length, again.phone.received.length]).toEqual([0, 1])
    expect(await read(home)).toMatchObject({ active: false })
  })

  test('one browser under two device names is notified once', async () => {
    const home = await aHome()
    await Promise.all([subscribe(home), subscribe({ ...home, device: randomUUID() }), subscribe({ ...home, device: randomUUID() })])
    await notify(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('the newest twenty devices are stored', async () => {
    const home = await aHome()
    const phones = Array.from({ length: 22 }, () => service.aDevice())
    for (const phone of phones) await subscribe({ ...home, phone, device: randomUUID() })
    await notify(home)
    expect(phones.map(({ received }) => received.length)).toEqual([0, 0, ...Array<number>(20).fill(1)])
  })

  test.each([
    [{ device: '' }, 'No Device provided.'],
    [{ device: '', token: '' }, 'No Device provided.'],
    [{ token: '' }, 'No Token provided.'],
    [{ token: '{"endpoint":5}' }, 'No Token provided.'],
    [{ token: { endpoint: 'https://169.254.169.254/latest', keys: { p256dh: 'a', auth: 'b' } } }, 'That address can’t be used.'],
    [{ token: { endpoint: 'https://push.example.com/x', keys: { p256dh: 'a', auth: 'b' } } }, 'That address can’t be used.'],
  ])('%j is rejected with a message', async (issue, message) => {
    const home = await aHome()
    expect(await subscribe(home, issue)).toMatchObject(invalid(message))
    expect(await read(home)).toBeNull()
  })

  test('another owner’s card, an unknown card and a wrong key get the same error', async () => {
    const [home, other] = [await aHome(), await aHome()]
    await subscribe(home)
    const notFound = { status: 404, success: 0, message: 'Card not found.' }
    for (const input of [{ subjectId: home.card.id }, { subjectId: randomUUID() }, { key: 'not-the-key' }]) {
      expect([input, await subscribe(other, { ...input, device: home.device })]).toMatchObject([input, notFound])
    }
    expect(await post(other, 'get-subscription', { subjectId: home.card.id, token: home.phone.token, device: home.device })).toMatchObject(
      notFound,
    )
    expect(await post(other, 'test', { subjectId: home.card.id, device: home.device })).toMatchObject(notFound)
    expect(home.phone.received).toEqual([])
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('the card’s own key is accepted', async () => {
    const home = await aHome()
    const { rows } = await app.deps.pool.query<{ key: string }>('select key from subject where id = $1', [home.card.id])
    expect(await subscribe(home, { key: rows[0]?.key ?? '' })).toMatchObject({ success: 1 })
  })

  test('every endpoint requires a login', async () => {
    for (const call of ['subscribe', 'get-subscription', 'test']) {
      const answer = await app.ask(`/remote/api/carte/notifications-${call}`, { method: 'POST', headers: csrfHeaders, body: '{}' })
      expect(answer.status).toBe(401)
    }
    expect((await app.ask('/remote/api/carte/notifications-key', { headers: csrfHeaders })).status).toBe(401)
  })
})

describe('NOTE-2 a notification', () => {
  test('CAP-4 names the contact and its page, as a declarative push message', async () => {
    const home = await aHome()
    await subscribe(home)
    const words = aNotice()
    await notify(home, words)
    const { alias } = home.card
    const { publicUrl } = app.settings
    expect(keys(home.phone)).toEqual([
      {
        web_push: 8030,
        mutable: true,
        notification: {
          title: 'Zoë Field just connected',
          body: 'Met at the fair.',
          navigate: `${publicUrl}/ada/my-contacts`,
          tag: words.tag,
          icon: expect.stringMatching(new RegExp(`^${publicUrl}/api/public/client-icon/${alias}/ProfileImage/192/\\d+$`)),
          data: { alias, topic: 'New_Connected_Client', path: '/ada/my-contacts' },
        },
      },
    ])
    const { publicKey } = await home.owner.call('push.key')
    expect(home.phone.received[0]).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      vapid: { publicKey },
    })
  })

  test('its icon exists', async () => {
    const home = await aHome()
    await subscribe(home)
    await notify(home)
    const icon = keys(home.phone)[0]?.notification.icon ?? ''
    const answer = await app.ask(new URL(icon).pathname)
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  })

  test('reaches only devices with this topic', async () => {
    const home = await aHome()
    const elsewhere = { ...home, phone: service.aDevice(), device: randomUUID() }
    await subscribe(home, { topics: [{ topic: 'General_Notifications', active: true }] })
    await subscribe(elsewhere, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    await notify(home, aNotice(), 'General_Notifications')
    expect([home.phone.received.length, elsewhere.phone.received.length]).toEqual([1, 0])
    expect(home.phone.received[0]).toMatchObject({ ttl: '259200', urgency: 'normal' })
  })

  test('is shortened if too long', async () => {
    const home = await aHome()
    await subscribe(home)
    await notify(home, { ...aNotice(), title: '👋'.repeat(300), body: 'ș\u0007\n'.repeat(3000) })
    const [message] = keys(home.phone)
    expect(message?.notification.title).toMatch(/^👋{59}…$/u)
    expect(message?.notification.body.length).toBeLessThanOrEqual(500)
  })

  test('is one message per device, even if the job runs twice', async () => {
    const home = await aHome()
    await subscribe(home)
    const words = aNotice()
    await notify(home, words)
    await notify(home, words)
    await notify(home)
    expect(home.phone.received).toHaveLength(2)
  })

  test.each([{ status: 404 }, { status: 410 }, { status: 403, body: 'VapidPkHashMismatch' }])(
    'a device that is gone (%j) is deleted, and the others are notified',
    async (answer) => {
      const home = await aHome()
      const other = { ...home, phone: service.aDevice(), device: randomUUID() }
      home.phone.answers.push(answer)
      await subscribe(home)
      await subscribe(other)
      await notify(home)
      expect(await read(home)).toBeNull()
      expect(other.phone.received).toHaveLength(1)
    },
  )

  test('an expired subscription is rejected for a month; a new one is accepted', async () => {
    const home = await aHome()
    home.phone.answers.push({ status: 410 })
    await subscribe(home)
    await notify(home)
    expect(await subscribe(home)).toMatchObject({ status: 410, success: 0 })
    expect(await read(home)).toBeNull()
    expect(await subscribe(home, { enabled: false })).toMatchObject({ status: 200, success: 1 })
    const again = { ...home, phone: service.aDevice() }
    expect(await subscribe(again)).toMatchObject({ status: 200, success: 1 })
    await notify(again)
    expect(again.phone.received).toHaveLength(1)

    const advance = (time: string) =>
      app.deps.pool.query(`update spent set until = until - $1::interval where kind = 'push-expired'`, [time])
    await advance('29 days')
    expect(await subscribe(home)).toMatchObject({ status: 410 })
    await advance('1 day')
    expect(await subscribe(home)).toMatchObject({ status: 200, success: 1 })
  })

  test('a browser that is gone is deleted for every card', async () => {
    const home = await aHome()
    const second = await aCard(app.deps)
    await app.deps.pool.query('insert into membership (subject_id, account_id) values ($1, $2)', [second.id, home.owner.accountId])
    const there = { ...home, card: second, owner: await signedInAs(app, home.owner.email) }
    await subscribe(home)
    await subscribe(there)
    home.phone.answers.push({ status: 410 })
    await notify(home)
    expect([await read(home), await read(there)]).toEqual([null, null])
    expect(await subscribe(there)).toMatchObject({ status: 410 })
  })

  test('knowing an endpoint is not enough to unsubscribe its browser', async () => {
    const home = await aHome()
    await subscribe(home)
    const stranger = { ...(await aHome()), phone: home.phone }
    const token = { ...home.phone.token, keys: { p256dh: 'AAAA', auth: 'AAAA' } }
    expect(await subscribe(stranger, { token })).toMatchObject({ status: 200 })
    await notify(stranger)
    expect(await read(stranger, token)).toBeNull()
    expect(await read(home)).toMatchObject({ active: true })
    expect(await subscribe(home)).toMatchObject({ status: 200 })
    await notify(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('a busy push service is retried after the delay it asks for', async () => {
    const home = await aHome()
    home.phone.answers.push({ status: 429, headers: { 'retry-after': '0' } }, { status: 503, headers: { 'retry-after': '0' } })
    await subscribe(home)
    await notify(home)
    expect(home.phone.received).toHaveLength(1)
  })

  describe('that a push service defers', () => {
    const hourMs = 3_600_000
    const isBusy = { status: 429, headers: { 'retry-after': '60' } }
    const isBroken = { status: 503, headers: { 'retry-after': '3600' } }

    async function fail(home: Fixture, times: number, answer: PushAnswer, apartMs = 0) {
      for (let time = 0; time < times; time++) {
        home.phone.answers.push(answer)
        // The caller learns that a retry is needed.
        expect((await notify(home)).isDeferred).toBe(true)
        aheadMs += apartMs
      }
    }
    /** Without waiting for retries. */
    async function tryOnce({ card, device }: Fixture) {
      const row = await findDevice(app.deps.db, card.id, device)
      return row && sendToDevice(app.deps, row, '{}', { ttlSeconds: 60, urgency: 'normal' }, { triesMax: 1 })
    }

    test('keeps the subscription while the service is unreachable', async () => {
      const home = await aHome()
      await subscribe(home)
      home.phone.answers.push(...Array<PushAnswer>(25).fill('cut-off'))
      for (let time = 0; time < 20; time++) {
        steadyMs += 61_000
        expect(await tryOnce(home)).toMatchObject({ retryAfterSeconds: 5 })
      }
      expect(await read(home)).toMatchObject({ active: true })

      for (let time = 0; time < 4; time++) await tryOnce(home)
      for (let time = 0; time < 20; time++) expect((await notify(home)).isDeferred).toBe(true)
      // No request was sent meanwhile.
      expect(home.phone.answers).toHaveLength(1)
      expect(await read(home)).toMatchObject({ active: true })

      home.phone.answers.pop()
      steadyMs += 31_000
      await notify(home)
      expect(home.phone.received).toHaveLength(1)
    })

    test('is reported to the caller, who retries', async () => {
      const home = await aHome()
      await subscribe(home)
      home.phone.answers.push(...Array<PushAnswer>(2).fill({ status: 429, headers: { 'retry-after': '0' } }))
      await fail(home, 1, { status: 429, headers: { 'retry-after': '0' } })
      expect(home.phone.received).toEqual([])
    })

    test('doesn’t cost a subscription while the service rate limits, however long', async () => {
      const home = await aHome()
      await subscribe(home)
      await fail(home, 25, isBusy)
      await fail(home, 25, isBusy, 9 * hourMs)
      await notify(home)
      expect(home.phone.received).toHaveLength(1)
    })

    test('doesn’t cost a subscription for a day of failures, nor another ten days later', async () => {
      const home = await aHome()
      await subscribe(home)
      await fail(home, 48, isBroken, hourMs / 2)
      aheadMs += 10 * 24 * hourMs
      await fail(home, 48, isBroken, hourMs / 2)
      expect(await read(home)).toMatchObject({ active: true })
      await notify(home)
      expect(home.phone.received).toHaveLength(1)
      expect(warned).not.toContain('push-device-removed')
    })

    test('deletes the device after twenty failures, hours apart, over more than a week', async () => {
      const home = await aHome()
      await subscribe(home)
      await fail(home, 19, isBroken, 9 * hourMs)
      expect(aheadMs).toBeGreaterThan(7 * 24 * hourMs)
      expect(await read(home)).toMatchObject({ active: true })
      await fail(home, 1, isBroken)
      expect(await read(home)).toBeNull()
      expect(warned).toContain('push-device-removed')
    })

    test('resets the count once a message is accepted', async () => {
      const home = await aHome()
      await subscribe(home)
      await fail(home, 19, isBroken, 9 * hourMs)
      await notify(home)
      await fail(home, 10, isBroken, 9 * hourMs)
      expect(await read(home)).toMatchObject({ active: true })
    })

    test('ignores failures counted without a time', async () => {
      const home = await aHome()
      await subscribe(home)
      await app.deps.pool.query('update push_subscription set failures = 19 where subject_id = $1', [home.card.id])
      await fail(home, 1, isBroken)
      expect(await read(home)).toMatchObject({ active: true })
    })
  })

  test('a rejected server key doesn’t cost a subscription', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push(...Array.from({ length: 21 }, () => ({ status: 403 })))
    for (let time = 0; time < 21; time++) await notify(home)
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('a former owner gets no notifications', async () => {
    const home = await aHome()
    await subscribe(home)
    await app.deps.pool.query('delete from membership where account_id = $1', [home.owner.accountId])
    await notify(home)
    expect(home.phone.received).toEqual([])
  })

  test('goes to the card’s devices only', async () => {
    const home = await aHome()
    const second = await aCard(app.deps)
    await app.deps.pool.query('insert into membership (subject_id, account_id) values ($1, $2)', [second.id, home.owner.accountId])
    const both = await signedInAs(app, home.owner.email)
    const there = { ...home, card: second, owner: both, phone: service.aDevice() }
    await subscribe(home)
    await subscribe(there)
    await notify(there)
    expect([home.phone.received.length, there.phone.received.length]).toEqual([0, 1])
    expect(keys(there.phone)[0]?.notification.data.alias).toBe(second.alias)
  })
})

describe('push.test', () => {
  const ask = (home: Fixture) => post(home, 'test', { subjectId: home.card.id, device: home.device })

  test('a test notification reaches this device only', async () => {
    const home = await aHome()
    const other = { ...home, phone: service.aDevice(), device: randomUUID() }
    await subscribe(home)
    await subscribe(other)
    expect(await ask(home)).toMatchObject({ status: 200, success: 1 })
    expect(await ask(home)).toMatchObject({ status: 200, success: 1 })
    expect(keys(home.phone).map(({ notification }) => notification.title)).toEqual(['It works', 'It works'])
    expect(other.phone.received).toEqual([])
  })

  test('without a working subscription it returns an error', async () => {
    const home = await aHome()
    expect(await ask(home)).toMatchObject({ status: 404, message: 'Notifications are off on this device.' })
    await subscribe(home)
    home.phone.answers.push({ status: 410 })
    expect(await ask(home)).toMatchObject({ status: 404, message: 'This device is no longer subscribed. Turn notifications on again.' })
    expect(await read(home)).toBeNull()
  })

  test('an unexpected response of the service doesn’t count against the device', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push({ status: 403 })
    expect(await ask(home)).toMatchObject({ status: 503, success: 0 })
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('a busy service is reported at once, with a retry time', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push({ status: 503, headers: { 'retry-after': '7' } })
    const body = JSON.stringify({ subjectId: home.card.id, device: home.device })
    const answer = await home.owner.ask('/remote/api/carte/notifications-test', { method: 'POST', headers: csrfHeaders, body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    expect(home.phone.received).toEqual([])
  })
})
