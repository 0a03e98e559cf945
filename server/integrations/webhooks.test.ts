import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually, patienceMs } from '../../tests/harness/eventually.ts'
import { webhookReceiver, type ReceiverAnswer } from '../../tests/stand-ins/webhook-receiver.ts'
import { createBreakers } from './breaker.ts'
import { createWebhooks } from './webhooks.ts'

let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeAll(async () => void (receiver = await webhookReceiver()))
afterAll(() => receiver[Symbol.asyncDispose]())
// No second of a pause passes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const settings = { publicUrl: 'https://cards.example.com', productName: 'Cartes d’été' }
const request = { body: '{}', headers: { 'webhook-id': 'one' } }
const webhooksTo = (webhookHosts: string[], timeoutMs = patienceMs) =>
  createWebhooks({ ...settings, webhookHosts }, createBreakers(), {
    timeoutMs,
    resolve: (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
const post = (answer: ReceiverAnswer, timeoutMs?: number) => webhooksTo([receiver.host], timeoutMs).post(receiver.url(answer), request)

describe('an event is posted', () => {
  test('with its headers and exactly its body', async () => {
    const url = receiver.url({ status: 200, body: 'thanks\n\u202e there' })
    const body = '{"name":"Zoë"}'
    const answer = await webhooksTo([receiver.host]).post(url, { ...request, body })
    expect(answer).toMatchObject({ status: 200, answer: 'thanks there', reason: null, retryAfterSeconds: null })
    expect(receiver.to(url)).toMatchObject([{ body, headers: { 'content-type': 'application/json', 'webhook-id': 'one' } }])
    expect(receiver.to(url)[0]?.headers['user-agent']).toBe('Cartes dt webhooks (+https://cards.example.com)')
  })

  test('and a redirect is not followed', async () => {
    const elsewhere = receiver.url()
    expect(await post({ status: 307, headers: { location: elsewhere } })).toMatchObject({ status: 307 })
    expect(receiver.to(elsewhere)).toEqual([])
  })

  test('and the status counts, whatever follows it', async () => {
    const long = await post('ten-megabytes')
    expect(long).toMatchObject({ status: 200, answer: expect.stringMatching(/^long long/) })
    expect('answer' in long && long.answer.length).toBeLessThanOrEqual(1000)
    expect(await post('drips', 2000)).toMatchObject({ status: 200 })
  })

  test.each([
    [{ 'retry-after': '120' }, 120],
    [{ 'retry-after': '99999999' }, 86_400],
    [{ 'retry-after': 'Wed, 21 Oct 2037 07:30:00 GMT', date: 'Wed, 21 Oct 2037 07:28:00 GMT' }, 120],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:30:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
  ])('and Retry-After is read from %o', async (headers, retryAfterSeconds) => {
    expect(await post({ status: 429, headers })).toMatchObject({ status: 429, retryAfterSeconds })
  })
})

describe('without an answer, the reason is named:', () => {
  test('nothing arrives in time', async () => {
    expect(await post('hangs', 300)).toMatchObject({ status: null, reason: 'timeout' })
  })

  test('the connection is closed', async () => {
    expect(await post('closes')).toMatchObject({ status: null, reason: 'closed' })
  })

  test('nothing listens', async () => {
    const closed = createServer()
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((done) => closed.close(done))
    expect(await webhooksTo([host]).post(`http://${host}/`, request)).toMatchObject({ status: null, reason: 'refused' })
  })

  test('the name leads into a private network', async () => {
    expect(await webhooksTo([]).post('https://rebind.example/', request)).toMatchObject({ status: null, reason: 'private' })
  })

  test('the host is not allowed anymore', async () => {
    expect(await webhooksTo([]).post(receiver.url(), request)).toMatchObject({ status: null, reason: 'blocked' })
  })
})

test('a host that can’t be connected to is not called for a while, and others are', async () => {
  const closed = await webhookReceiver()
  await closed[Symbol.asyncDispose]()
  const webhooks = webhooksTo([receiver.host, closed.host])
  for (let time = 0; time < 5; time++) expect(await webhooks.post(closed.url(), request)).toMatchObject({ reason: 'refused' })
  expect(await webhooks.post(closed.url(), request)).toEqual({ pausedSeconds: 30 })
  expect(await webhooks.post(receiver.url(), request)).toMatchObject({ status: 204 })
})

test.each([
  ['hangs', 'timeout'],
  ['closes', 'closed'],
] as const)('an address that %s is not called for a while, and others of its host are', async (answer, reason) => {
  const webhooks = webhooksTo([receiver.host], answer === 'hangs' ? 1000 : patienceMs)
  const dead = receiver.url(...Array.from({ length: 5 }, () => answer))
  const failed = await Promise.all(Array.from({ length: 5 }, () => webhooks.post(dead, request)))
  for (const one of failed) expect(one).toMatchObject({ status: null, reason })
  expect(await webhooks.post(dead, request)).toEqual({ pausedSeconds: 30 })
  expect(receiver.to(dead)).toHaveLength(5)
  const others = await Promise.all(Array.from({ length: 6 }, () => webhooks.post(receiver.url(answer), request)))
  for (const one of others) expect(one).toMatchObject({ status: null, reason })
  expect(await webhooks.post(receiver.url(), request)).not.toHaveProperty('pausedSeconds')
})

test('an address that leaves calls unanswered gets no more of them, and others do', async () => {
  await using slow = await webhookReceiver()
  const webhooks = createWebhooks({ ...settings, webhookHosts: [slow.host] })
  const url = slow.url(...Array.from({ length: 5 }, () => 'hangs' as const))
  const other = slow.url()
  const unanswered = Array.from({ length: 5 }, () => webhooks.post(url, request))
  await eventually(async () => expect(await webhooks.post(url, request)).toEqual({ pausedSeconds: 5 }))
  expect(await webhooks.post(other, request)).toMatchObject({ status: 204 })
  await slow[Symbol.asyncDispose]()
  await Promise.all(unanswered)
})

describe('an address', () => {
  const issueOf = (url: string) => webhooksTo(['n8n.lan:5678']).issueOfUrl(url)

  test.each(['https://hooks.example.com/a?b=c', 'https://1.1.1.1/', 'https://[2606:4700::1111]/', 'http://n8n.lan:5678/webhook'])(
    'such as %s can receive events',
    (url) => expect(issueOf(url)).toBeNull(),
  )

  test.each([
    ['hooks.example.com', 'address'],
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['https://hooks.example.com:8443/', 'port'],
    ['https://ann:secret@hooks.example.com/', 'login'],
    ['http://n8n.lan:5679/', 'https'],
  ])('%s is refused', (url, issue) => expect(issueOf(url)).toBe(issue))

  test.each('10.0.0.1 127.1 2130706433 0x7f.1 169.254.169.254 [::1] [fe80::1] [::ffff:10.0.0.1] localhost intranet n8n.lan'.split(' '))(
    'in a private network, such as %s, is refused',
    (host) => expect(issueOf(`https://${host}/`)).toBe('private'),
  )
})
