import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PushMessage, type NotificationSubscription } from '#contract/push.ts'
import type { z } from 'zod'
import { createBreakers } from '#server/integrations/breaker.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, signedInAs, type SignedIn } from '../../tests/harness/signed-in.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { pushServiceStandIn, type PushAnswer, type PushDevice, type PushServiceStandIn } from '../../tests/stand-ins/push-service.ts'
import { findDevice } from './push-store.ts'
import { sendPush } from './send-push.ts'
import { sendToDevice } from './send-to-device.ts'

let app: TestApp
let service: PushServiceStandIn
/** How far the wall's clock is ahead, and what the steady one says. */
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

type Wish = z.input<typeof NotificationSubscription>
type Told = { status: number; success?: number; message?: string; subscription?: unknown; publicKey?: string }
type Home = { card: { id: string; alias: string }; owner: SignedIn; phone: PushDevice; device: string }

async function aHome(): Promise<Home> {
  const card = await aCard(app.needs)
  return { card, owner: await signedIn(app, card.id), phone: service.aDevice(), device: randomUUID() }
}

const ours = { 'x-csrf': '1', 'content-type': 'application/json' }
async function post({ owner }: Pick<Home, 'owner'>, call: string, input: unknown): Promise<Told> {
  const answer = await owner.ask(`/remote/api/carte/notifications-${call}`, { method: 'POST', headers: ours, body: JSON.stringify(input) })
  return { status: answer.status, ...((await answer.json()) as Omit<Told, 'status'>) }
}
const subscribe = (home: Home, wish: Partial<Wish> = {}) =>
  post(home, 'subscribe', {
    enabled: true,
    subjectId: home.card.id,
    key: '',
    token: home.phone.token,
    device: home.device,
    topics: [],
    ...wish,
  })
const read = async (home: Home, token: unknown = home.phone.token) =>
  (await post(home, 'get-subscription', { subjectId: home.card.id, token, device: home.device })).subscription

const aNotice = () => ({ title: 'Zoë Field just connected', body: 'Met at the fair.', path: '/ada/my-contacts', tag: randomUUID() })
const tell = ({ card }: Home, words = aNotice(), topic: Parameters<typeof sendPush>[2] = 'New_Connected_Client') =>
  sendPush(app.needs, card.id, topic, () => words)
const keys = ({ received }: PushDevice) => received.map(({ text }) => PushMessage.parse(JSON.parse(text)))

const invalid = (message: string) => ({ status: 422, success: 0, message })
const on = (topic: string, text: string, enabled = true) => ({ topic, text, enabled, active: enabled })
const general = (enabled?: boolean) => on('General_Notifications', 'General notifications', enabled)
const newContacts = (enabled?: boolean) => on('New_Connected_Client', 'New contacts', enabled)

describe('NOTE-2 push.subscribe', () => {
  test('a device that is turned on hears of every topic', async () => {
    const home = await aHome()
    expect(await read(home)).toBeNull()
    expect(await subscribe(home)).toMatchObject({ status: 200, success: 1 })
    expect(await read(home)).toEqual({ active: true, topics: [general(), newContacts()] })
  })

  test('topics are turned on and off by either name, one at a time, and the rest stay', async () => {
    const home = await aHome()
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    expect(await read(home)).toMatchObject({ topics: [general(false), newContacts()] })
    await subscribe(home, { topics: [{ topic: 'General_Notifications', enabled: true }] })
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: false }] })
    expect(await read(home)).toMatchObject({ active: true, topics: [general(), newContacts(false)] })
    await subscribe(home)
    expect(await read(home)).toMatchObject({ topics: [general(), newContacts()] })
  })

  test('a device that is turned off hears nothing, and keeps its topics for later', async () => {
    const home = await aHome()
    await subscribe(home, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    await subscribe(home, { enabled: false })
    await tell(home)
    expect(home.phone.received).toEqual([])
    expect(await read(home)).toEqual({ active: false, topics: [general(false), newContacts()] })
  })

  test('the token may come as text, as the specification’s clients send it', async () => {
    const home = await aHome()
    expect(await subscribe(home, { token: JSON.stringify({ ...home.phone.token, expirationTime: null }) })).toMatchObject({ success: 1 })
    await tell(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('a device that subscribes anew takes its own place', async () => {
    const home = await aHome()
    await subscribe(home)
    const again = { ...home, phone: service.aDevice() }
    await subscribe(again)
    await tell(home)
    expect([home.phone.received.length, again.phone.received.length]).toEqual([0, 1])
    expect(await read(home)).toMatchObject({ active: false })
  })

  test('one browser under two names is told once', async () => {
    const home = await aHome()
    await Promise.all([subscribe(home), subscribe({ ...home, device: randomUUID() }), subscribe({ ...home, device: randomUUID() })])
    await tell(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('twenty devices are kept, the newest', async () => {
    const home = await aHome()
    const phones = Array.from({ length: 22 }, () => service.aDevice())
    for (const phone of phones) await subscribe({ ...home, phone, device: randomUUID() })
    await tell(home)
    expect(phones.map(({ received }) => received.length)).toEqual([0, 0, ...Array<number>(20).fill(1)])
  })

  test.each([
    [{ device: '' }, 'No Device provided.'],
    [{ device: '', token: '' }, 'No Device provided.'],
    [{ token: '' }, 'No Token provided.'],
    [{ token: '{"endpoint":5}' }, 'No Token provided.'],
    [{ token: { endpoint: 'https://169.254.169.254/latest', keys: { p256dh: 'a', auth: 'b' } } }, 'That address cannot be used.'],
    [{ token: { endpoint: 'https://push.example.com/x', keys: { p256dh: 'a', auth: 'b' } } }, 'That address cannot be used.'],
  ])('%j is refused in words', async (fault, message) => {
    const home = await aHome()
    expect(await subscribe(home, fault)).toMatchObject(invalid(message))
    expect(await read(home)).toBeNull()
  })

  test('a card of another, one that never was and a wrong key look the same, and nothing changes', async () => {
    const [home, other] = [await aHome(), await aHome()]
    await subscribe(home)
    const nobody = { status: 404, success: 0, message: 'Card not found.' }
    for (const wish of [{ subjectId: home.card.id }, { subjectId: randomUUID() }, { key: 'not-the-key' }]) {
      expect([wish, await subscribe(other, { ...wish, device: home.device })]).toMatchObject([wish, nobody])
    }
    expect(await post(other, 'get-subscription', { subjectId: home.card.id, token: home.phone.token, device: home.device })).toMatchObject(
      nobody,
    )
    expect(await post(other, 'test', { subjectId: home.card.id, device: home.device })).toMatchObject(nobody)
    expect(home.phone.received).toEqual([])
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('the card’s own key is right', async () => {
    const home = await aHome()
    const { rows } = await app.needs.pool.query<{ key: string }>('select key from subject where id = $1', [home.card.id])
    expect(await subscribe(home, { key: rows[0]?.key ?? '' })).toMatchObject({ success: 1 })
  })

  test('without being signed in there is nothing to be had', async () => {
    for (const call of ['subscribe', 'get-subscription', 'test']) {
      const answer = await app.ask(`/remote/api/carte/notifications-${call}`, { method: 'POST', headers: ours, body: '{}' })
      expect(answer.status).toBe(401)
    }
    expect((await app.ask('/remote/api/carte/notifications-key', { headers: ours })).status).toBe(401)
  })
})

describe('NOTE-2 a notice', () => {
  test('CAP-4 says who came and where to look, in the shape that browsers show by themselves', async () => {
    const home = await aHome()
    await subscribe(home)
    const words = aNotice()
    await tell(home, words)
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

  test('its picture is there', async () => {
    const home = await aHome()
    await subscribe(home)
    await tell(home)
    const icon = keys(home.phone)[0]?.notification.icon ?? ''
    const answer = await app.ask(new URL(icon).pathname)
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  })

  test('reaches only who wants this topic', async () => {
    const home = await aHome()
    const elsewhere = { ...home, phone: service.aDevice(), device: randomUUID() }
    await subscribe(home, { topics: [{ topic: 'General_Notifications', active: true }] })
    await subscribe(elsewhere, { topics: [{ topic: 'New_Connected_Client', active: true }] })
    await tell(home, aNotice(), 'General_Notifications')
    expect([home.phone.received.length, elsewhere.phone.received.length]).toEqual([1, 0])
    expect(home.phone.received[0]).toMatchObject({ ttl: '259200', urgency: 'normal' })
  })

  test('however long it is, arrives shortened', async () => {
    const home = await aHome()
    await subscribe(home)
    await tell(home, { ...aNotice(), title: '👋'.repeat(300), body: 'ș\u0007\n'.repeat(3000) })
    const [message] = keys(home.phone)
    expect(message?.notification.title).toMatch(/^👋{59}…$/u)
    expect(message?.notification.body.length).toBeLessThanOrEqual(500)
  })

  test('is one message a device, though the job that sends it runs twice', async () => {
    const home = await aHome()
    await subscribe(home)
    const words = aNotice()
    await tell(home, words)
    await tell(home, words)
    await tell(home)
    expect(home.phone.received).toHaveLength(2)
  })

  test.each([{ status: 404 }, { status: 410 }, { status: 403, body: 'VapidPkHashMismatch' }])(
    'a device that listens no more (%j) is forgotten, and the others are told',
    async (answer) => {
      const home = await aHome()
      const other = { ...home, phone: service.aDevice(), device: randomUUID() }
      home.phone.answers.push(answer)
      await subscribe(home)
      await subscribe(other)
      await tell(home)
      expect(await read(home)).toBeNull()
      expect(other.phone.received).toHaveLength(1)
    },
  )

  test('what is over is not taken again from a browser that has not noticed, for a month; another is, and it may be turned off', async () => {
    const home = await aHome()
    home.phone.answers.push({ status: 410 })
    await subscribe(home)
    await tell(home)
    expect(await subscribe(home)).toMatchObject({ status: 410, success: 0 })
    expect(await read(home)).toBeNull()
    expect(await subscribe(home, { enabled: false })).toMatchObject({ status: 200, success: 1 })
    const again = { ...home, phone: service.aDevice() }
    expect(await subscribe(again)).toMatchObject({ status: 200, success: 1 })
    await tell(again)
    expect(again.phone.received).toHaveLength(1)

    const goOn = (time: string) => app.needs.pool.query(`update spent set until = until - $1::interval where kind = 'push-over'`, [time])
    await goOn('29 days')
    expect(await subscribe(home)).toMatchObject({ status: 410 })
    await goOn('1 day')
    expect(await subscribe(home)).toMatchObject({ status: 200, success: 1 })
  })

  test('a browser that listens no more is forgotten for every card it was told of', async () => {
    const home = await aHome()
    const second = await aCard(app.needs)
    await app.needs.pool.query('insert into membership (subject_id, account_id) values ($1, $2)', [second.id, home.owner.accountId])
    const there = { ...home, card: second, owner: await signedInAs(app, home.owner.email) }
    await subscribe(home)
    await subscribe(there)
    home.phone.answers.push({ status: 410 })
    await tell(home)
    expect([await read(home), await read(there)]).toEqual([null, null])
    expect(await subscribe(there)).toMatchObject({ status: 410 })
  })

  test('who overheard an address ends nothing for the browser it is of', async () => {
    const home = await aHome()
    await subscribe(home)
    const stranger = { ...(await aHome()), phone: home.phone }
    const token = { ...home.phone.token, keys: { p256dh: 'AAAA', auth: 'AAAA' } }
    expect(await subscribe(stranger, { token })).toMatchObject({ status: 200 })
    await tell(stranger)
    expect(await read(stranger, token)).toBeNull()
    expect(await read(home)).toMatchObject({ active: true })
    expect(await subscribe(home)).toMatchObject({ status: 200 })
    await tell(home)
    expect(home.phone.received).toHaveLength(1)
  })

  test('a busy service is asked again when it said', async () => {
    const home = await aHome()
    home.phone.answers.push({ status: 429, headers: { 'retry-after': '0' } }, { status: 503, headers: { 'retry-after': '0' } })
    await subscribe(home)
    await tell(home)
    expect(home.phone.received).toHaveLength(1)
  })

  describe('that a service puts off', () => {
    const hourMs = 3_600_000
    const isBusy = { status: 429, headers: { 'retry-after': '60' } }
    const isBroken = { status: 503, headers: { 'retry-after': '3600' } }

    async function putOff(home: Home, times: number, answer: PushAnswer, apartMs = 0) {
      for (let time = 0; time < times; time++) {
        home.phone.answers.push(answer)
        // The queue is to try again: whoever asks is told so.
        expect((await tell(home)).isPutOff).toBe(true)
        aheadMs += apartMs
      }
    }
    /** Without the patience for which a service that says nothing is asked again. */
    async function tryOnce({ card, device }: Home) {
      const row = await findDevice(app.needs.db, card.id, device)
      return row && sendToDevice(app.needs, row, '{}', { ttlSeconds: 60, urgency: 'normal' }, { triesMax: 1 })
    }

    test('costs nobody their subscription while there is no way to the service, nor while it is left alone for that', async () => {
      const home = await aHome()
      await subscribe(home)
      home.phone.answers.push(...Array<PushAnswer>(25).fill('cut-off'))
      for (let time = 0; time < 20; time++) {
        steadyMs += 61_000
        expect(await tryOnce(home)).toMatchObject({ retryAfterSeconds: 5 })
      }
      expect(await read(home)).toMatchObject({ active: true })

      for (let time = 0; time < 4; time++) await tryOnce(home)
      for (let time = 0; time < 20; time++) expect((await tell(home)).isPutOff).toBe(true)
      // Nobody was asked meanwhile.
      expect(home.phone.answers).toHaveLength(1)
      expect(await read(home)).toMatchObject({ active: true })

      home.phone.answers.pop()
      steadyMs += 31_000
      await tell(home)
      expect(home.phone.received).toHaveLength(1)
    })

    test('at once, again and again, is tried again by whoever asks', async () => {
      const home = await aHome()
      await subscribe(home)
      home.phone.answers.push(...Array<PushAnswer>(2).fill({ status: 429, headers: { 'retry-after': '0' } }))
      await putOff(home, 1, { status: 429, headers: { 'retry-after': '0' } })
      expect(home.phone.received).toEqual([])
    })

    test('costs nobody theirs while it has enough of us, however long', async () => {
      const home = await aHome()
      await subscribe(home)
      await putOff(home, 25, isBusy)
      await putOff(home, 25, isBusy, 9 * hourMs)
      await tell(home)
      expect(home.phone.received).toHaveLength(1)
    })

    test('costs nobody theirs for a day on which it fails, nor for another ten days later', async () => {
      const home = await aHome()
      await subscribe(home)
      await putOff(home, 48, isBroken, hourMs / 2)
      aheadMs += 10 * 24 * hourMs
      await putOff(home, 48, isBroken, hourMs / 2)
      expect(await read(home)).toMatchObject({ active: true })
      await tell(home)
      expect(home.phone.received).toHaveLength(1)
      expect(warned).not.toContain('push-given-up')
    })

    test('is given up with a device at which it failed twenty times, hours apart: for more than a week', async () => {
      const home = await aHome()
      await subscribe(home)
      await putOff(home, 19, isBroken, 9 * hourMs)
      expect(aheadMs).toBeGreaterThan(7 * 24 * hourMs)
      expect(await read(home)).toMatchObject({ active: true })
      await putOff(home, 1, isBroken)
      expect(await read(home)).toBeNull()
      expect(warned).toContain('push-given-up')
    })

    test('is forgiven once it works: the count begins anew', async () => {
      const home = await aHome()
      await subscribe(home)
      await putOff(home, 19, isBroken, 9 * hourMs)
      await tell(home)
      await putOff(home, 10, isBroken, 9 * hourMs)
      expect(await read(home)).toMatchObject({ active: true })
    })

    test('counts nothing of what was counted before without its time', async () => {
      const home = await aHome()
      await subscribe(home)
      await app.needs.pool.query('update push_subscription set failures = 19 where subject_id = $1', [home.card.id])
      await putOff(home, 1, isBroken)
      expect(await read(home)).toMatchObject({ active: true })
    })
  })

  test('a key of ours that is refused costs nobody their subscription', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push(...Array.from({ length: 21 }, () => ({ status: 403 })))
    for (let time = 0; time < 21; time++) await tell(home)
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('who is no owner of the card any more hears nothing of it', async () => {
    const home = await aHome()
    await subscribe(home)
    await app.needs.pool.query('delete from membership where account_id = $1', [home.owner.accountId])
    await tell(home)
    expect(home.phone.received).toEqual([])
  })

  test('goes to no other card of the same owner', async () => {
    const home = await aHome()
    const second = await aCard(app.needs)
    await app.needs.pool.query('insert into membership (subject_id, account_id) values ($1, $2)', [second.id, home.owner.accountId])
    const both = await signedInAs(app, home.owner.email)
    const there = { ...home, card: second, owner: both, phone: service.aDevice() }
    await subscribe(home)
    await subscribe(there)
    await tell(there)
    expect([home.phone.received.length, there.phone.received.length]).toEqual([0, 1])
    expect(keys(there.phone)[0]?.notification.data.alias).toBe(second.alias)
  })
})

describe('push.test', () => {
  const ask = (home: Home) => post(home, 'test', { subjectId: home.card.id, device: home.device })

  test('a notice comes to this device, and to no other', async () => {
    const home = await aHome()
    const other = { ...home, phone: service.aDevice(), device: randomUUID() }
    await subscribe(home)
    await subscribe(other)
    expect(await ask(home)).toMatchObject({ status: 200, success: 1 })
    expect(await ask(home)).toMatchObject({ status: 200, success: 1 })
    expect(keys(home.phone).map(({ notification }) => notification.title)).toEqual(['It works', 'It works'])
    expect(other.phone.received).toEqual([])
  })

  test('without a subscription, or with one that is dead, it says so', async () => {
    const home = await aHome()
    expect(await ask(home)).toMatchObject({ status: 404, message: 'Notifications are off on this device.' })
    await subscribe(home)
    home.phone.answers.push({ status: 410 })
    expect(await ask(home)).toMatchObject({ status: 404, message: 'This device is no longer subscribed. Turn notifications on again.' })
    expect(await read(home)).toBeNull()
  })

  test('a service that does not answer as it should is no fault of the device', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push({ status: 403 })
    expect(await ask(home)).toMatchObject({ status: 503, success: 0 })
    expect(await read(home)).toMatchObject({ active: true })
  })

  test('who waits for it is told at once that the service is busy, and until when', async () => {
    const home = await aHome()
    await subscribe(home)
    home.phone.answers.push({ status: 503, headers: { 'retry-after': '7' } })
    const body = JSON.stringify({ subjectId: home.card.id, device: home.device })
    const answer = await home.owner.ask('/remote/api/carte/notifications-test', { method: 'POST', headers: ours, body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    expect(home.phone.received).toEqual([])
  })
})
