import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { pushServiceStandIn, type PushAnswer, type PushServiceStandIn } from '../../tests/stand-ins/push-service.ts'
import { systemClock } from './clock.ts'
import { createLog } from './log.ts'
import { createWebPush, type PushOutcome, type PushSettings } from './web-push.ts'

let postgres: TestDatabase
let database: Database
let service: PushServiceStandIn
let lines = ''
const log = createLog('debug', (text) => (lines += text))
const aWhile = { ttlSeconds: 60, urgency: 'normal' } as const

beforeAll(async () => {
  postgres = await aDatabase()
  database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, log)
  service = await pushServiceStandIn()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})
beforeEach(() => {
  lines = ''
})

function aWebPush(chosen: Partial<PushSettings> = {}, timeoutMs = patienceMs) {
  const own = { vapidPublicKey: '', vapidPrivateKey: '', vapidSubject: '', publicUrl: 'https://cards.example.com', mailFrom: '' }
  return createWebPush({ settings: { ...own, ...service.settings, ...chosen }, db: database.db, clock: systemClock, log, timeoutMs })
}

describe('a message', () => {
  test('NOTE-2 arrives encrypted for its device, signed with the subscription’s key', async () => {
    const device = service.aDevice()
    const push = aWebPush()
    expect(await push.send(device.token, 'Zoë connected 👋', { ttlSeconds: 86_400, urgency: 'high', topic: 'contact-1' })).toBe('sent')
    expect(device.received).toEqual([
      {
        text: 'Zoë connected 👋',
        ttl: '86400',
        urgency: 'high',
        topic: 'contact-1',
        vapid: { publicKey: await push.publicKey(), subject: 'https://cards.example.com' },
      },
    ])
  })

  test('of the maximum length arrives; one byte more is rejected before sending', async () => {
    const device = service.aDevice()
    expect(await aWebPush().send(device.token, 'é'.repeat(1996) + 'x', aWhile)).toBe('sent')
    expect(await aWebPush().send(device.token, 'é'.repeat(1997), aWhile)).toBe('refused')
    expect(device.received).toHaveLength(1)
    expect(lines).toContain('push-too-long')
  })
})

describe('keys', () => {
  test('are created once for all instances, also concurrently', async () => {
    await database.pool.query("delete from installation where name = 'vapid'")
    const keys = await Promise.all(Array.from({ length: 6 }, () => aWebPush().publicKey()))
    expect(new Set(keys).size).toBe(1)
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65)
  })

  test('from the settings are used instead', async () => {
    const { default: webPush } = await import('web-push')
    const own = webPush.generateVAPIDKeys()
    const push = aWebPush({ vapidPublicKey: own.publicKey, vapidPrivateKey: own.privateKey, vapidSubject: 'mailto:me@example.com' })
    const device = service.aDevice()
    await push.send(device.token, 'hello', aWhile)
    expect(device.received[0]?.vapid).toEqual({ publicKey: own.publicKey, subject: 'mailto:me@example.com' })
  })

  test('name a public contact if the site’s address is private', async () => {
    const device = service.aDevice()
    await aWebPush({ publicUrl: 'http://localhost:3000', mailFrom: 'Cards <cards@example.com>' }).send(device.token, 'hello', aWhile)
    expect(device.received[0]?.vapid.subject).toBe('mailto:cards@example.com')
  })
})

test.each<[string, PushAnswer, PushOutcome]>([
  ['a device that unsubscribed', { status: 410 }, 'gone'],
  ['an unknown device', { status: 404 }, 'gone'],
  ['a subscription to an earlier key, as Apple says it', { status: 400, body: '{"reason":"VapidPkHashMismatch"}' }, 'gone'],
  ['a subscription to an earlier key, as Google says it', { status: 403, body: 'credentials do not correspond to the sender' }, 'gone'],
  ['a key that is refused', { status: 403, body: '{"reason":"BadJwtToken"}' }, 'refused'],
  ['a signature that is refused', { status: 401 }, 'refused'],
  ['a message that is too large', { status: 413 }, 'refused'],
  ['a service that sends us elsewhere', { status: 307, headers: { location: 'https://localhost:1/' } }, 'refused'],
  ['a service that is busy', { status: 429, headers: { 'retry-after': '17' } }, { retryAfterSeconds: 17, isAgainstDevice: false }],
  ['a service that fails', { status: 500 }, { retryAfterSeconds: 5, isAgainstDevice: true }],
  [
    'a service that fails and waits for tomorrow',
    { status: 503, headers: { 'retry-after': 'soon' } },
    { retryAfterSeconds: 5, isAgainstDevice: true },
  ],
  ['a service that was not reached in time', { status: 408 }, { retryAfterSeconds: 5, isAgainstDevice: false }],
  ['a service that says nothing', 'never', { retryAfterSeconds: 5, isAgainstDevice: true }],
  ['a service that breaks off', 'cut-off', { retryAfterSeconds: 5, isAgainstDevice: true }],
  ['a service that never stops talking', 'endless', { retryAfterSeconds: 5, isAgainstDevice: true }],
])('%s', async (_what, answer, outcome) => {
  const device = service.aDevice(answer)
  const timeoutMs = answer === 'never' || answer === 'endless' ? 1500 : patienceMs
  expect(await aWebPush({}, timeoutMs).send(device.token, 'hello', aWhile)).toEqual(outcome)
  expect(lines).not.toContain(device.token.endpoint)
  expect(lines).not.toContain('/push/')
})

test('Retry-After can be a date', async () => {
  const device = service.aDevice({ status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } })
  const outcome = await aWebPush().send(device.token, 'hello', aWhile)
  expect(outcome).toMatchObject({ retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 3000 && seconds <= 3601) })
})

test('invalid keys count as a gone device', async () => {
  const { token } = service.aDevice()
  expect(await aWebPush().send({ ...token, keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'hello', aWhile)).toBe('gone')
})

describe('allowed push endpoints', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('%s', (endpoint) => expect(aWebPush().isAllowedEndpoint(endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com@evil.example/abc',
    'https://user:secret@web.push.apple.com/abc',
    'https://127.0.0.1/abc',
    'https://localhost:1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nothing',
  ])('not %s', async (endpoint) => {
    const { keys } = service.aDevice().token
    expect(aWebPush().isAllowedEndpoint(endpoint)).toBe(false)
    expect(await aWebPush().send({ endpoint, keys }, 'hello', aWhile)).toBe('refused')
  })

  test('include PUSH_HOSTS, only with a trusted certificate', async () => {
    const device = service.aDevice()
    expect(aWebPush().isAllowedEndpoint(device.token.endpoint)).toBe(true)
    expect(await aWebPush({ pushCaFile: '' }).send(device.token, 'hello', aWhile)).toEqual({ retryAfterSeconds: 5, isAgainstDevice: true })
    expect(aWebPush({ pushHosts: [] }).isAllowedEndpoint(device.token.endpoint)).toBe(false)
  })

  test('a missing certificate file fails at the start', () => {
    expect(() => aWebPush({ pushCaFile: '/nowhere/push.pem' })).toThrow('PUSH_CA_FILE can’t be read: /nowhere/push.pem.')
  })
})
