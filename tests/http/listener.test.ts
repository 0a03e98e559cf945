import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createCacheFront } from '#server/http/cache/cache-front.ts'
import { createListener } from '#server/http/listener.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import { answerClientError } from '#server/http/client-error.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aFront } from '../harness/front.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

let app: TestApp
let server: Server
const path = '/remote/api/public/e-card-by-alias/ada'

beforeAll(async () => {
  app = await anApp()
  await aCard(app.deps, { alias: 'ada', title: 'A title long enough to be worth compressing' })
  server = createServer({ maxHeaderSize: 16_384 }, app.listener).on('clientError', answerClientError)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app[Symbol.asyncDispose]()
})

// Assigned by listen(0).
const port = () => (server.address() as AddressInfo).port

type RawResponse = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }

function ask(where: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: port(), path: where, method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Sends raw bytes that no HTTP client would send. */
function send(bytes: string, to = port()): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

describe('a cached answer over the network', () => {
  test('has the same content in each encoding', async () => {
    const plain = await ask(path)
    const br = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await ask(path, { headers: { 'accept-encoding': 'gzip, br;q=0' } })

    expect([plain.headers['content-encoding'], br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(br.headers.etag).toBe(plain.headers.etag)
  })

  test('has no body for a current client, and none for HEAD', async () => {
    const { etag = '', ...headers } = (await ask(path)).headers
    const again = await ask(path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.body.length]).toEqual([304, 0])

    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, headers['content-length']])
  })

  test('has the security headers, and is counted', async () => {
    await ask(path)
    const { headers } = await ask(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
    expect(headers['x-request-id']).toMatch(/\w/)
    expect((await ask('/metrics')).body.toString()).toMatch(/carte_cache_hits_total [1-9]/)
  })

  test('is one answer for any campaign parameters', async () => {
    await ask(`${path}?tail=1`)
    const before = Number(/carte_cache_entries (\d+)/.exec((await ask('/metrics')).body.toString())?.[1])
    for (let tail = 2; tail < 6; tail++) await ask(`${path}?tail=${tail}`)
    expect((await ask('/metrics')).body.toString()).toContain(`carte_cache_entries ${before}\n`)
  })
})

describe('API-ERR an invalid request fails with an explanation, and never hangs', () => {
  const tail = 'Host: x\r\nConnection: close\r\n\r\n'
  const cachedThen = `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  test.each([
    ['bytes that are invalid in an address', `GET /\xff\xfe HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['a space in the address', `GET /a b HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['an unknown method', `FROB / HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['no HTTP', '\x01\x02 hello\r\n\r\n', 400, 'bad-request'],
    ['an asterisk as the address', `GET * HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['a backslash', `GET /\\evil HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['two lengths', `POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${tail}`, 400, 'bad-request'],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n${tail}`, 431, 'headers-too-large'],
    ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${tail}`, 431, 'headers-too-large'],
  ])('%s', async (_, bytes, status, name) => {
    const received = await send(bytes)
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(received).toContain('application/problem+json')
    expect(received).toContain(`"type":"/problems/${name}"`)
    expect(received.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  test.each([
    ['no Host', ''],
    ['an empty Host', 'Host:\r\n'],
    ['two Hosts', 'Host: cards.example\r\nhost: cards.example\r\n'],
    ['a Host with a space', 'Host: a b\r\n'],
    ['a Host with high bytes', 'Host: caf\xe9.example\r\n'],
    ['a Host with a path', 'Host: a/b\r\n'],
    ['a Host with a user', 'Host: a@b\r\n'],
    ['two Hosts on one line', 'Host: a, b\r\n'],
  ])('%s is rejected, also for a cached answer, and the connection closes', async (_, lines) => {
    for (const where of [path, '/ada/home']) {
      const received = await send(`GET ${where} HTTP/1.1\r\n${lines}\r\n`)
      expect(received).toMatch(/^HTTP\/1.1 400 /)
      expect(received.toLowerCase()).toContain('connection: close')
    }
  })

  test.each([
    ['GET', path],
    ['HEAD', path],
    ['GET', '/ada/home'],
    ['POST', '/remote/api/public/track'],
  ])('%s %s with an unknown Transfer-Encoding is rejected once', async (method, where) => {
    await ask(path)
    for (const coding of ['xchunked', 'gzip, chunked', 'chunked, xchunked', '']) {
      const received = await send(`${method} ${where} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`)
      expect(received.match(/HTTP\/1\.1 \d+/g), coding).toEqual(['HTTP/1.1 400'])
      expect(received.toLowerCase()).toContain('connection: close')
      expect(received.split('\r\n\r\n')[1] === '', coding).toBe(method === 'HEAD')
    }
  })

  test.each(['cards.example', 'cards.example:8443', '127.0.0.1:3000', '[::1]:3000', 'xn--caf-dma.example', 'box_1.local'])(
    'a Host such as %s is accepted',
    async (host) => {
      expect(await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  test.each([
    ['headers of 40 KB', `HEAD /remote/api HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n${tail}`, 431],
    ['headers of 40 KB after another request', `${cachedThen}HEAD / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n${tail}`, 431],
    ['a bad header', `HEAD / HTTP/1.1\r\nX : a\r\n${tail}`, 400],
    ['two Hosts', `HEAD / HTTP/1.1\r\nHost: x\r\n${tail}`, 400],
    ['an address that is too long', `HEAD /${'a'.repeat(9000)} HTTP/1.1\r\n${tail}`, 414],
    ['an address with an invalid encoding', `HEAD /%ff HTTP/1.1\r\n${tail}`, 400],
    ['an unknown call', `HEAD /remote/nothing HTTP/1.1\r\n${tail}`, 404],
  ])('HEAD with %s is rejected without a body', async (_, bytes, status) => {
    const answers = (await send(bytes)).split(/(?=HTTP\/1\.1 )/)
    const [head = '', body] = (answers.at(-1) ?? '').split('\r\n\r\n')
    expect([Number(head.split(' ')[1]), body]).toEqual([status, ''])
  })

  test.each(['evil.example', 'evil.example:99999'])('the Host of a request is never trusted: %s', async (host) => {
    const outgoing: string[] = []
    const fetch = async ({ url }: Request) => {
      outgoing.push(url)
      return new Response(null, { status: 204 })
    }
    const listener = createListener({ ...quiet, fetch })
    const other = createServer(listener)
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const received = await send(`GET /ada HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, (other.address() as AddressInfo).port)
    await new Promise((resolve) => other.close(resolve))

    expect(received).toMatch(/^HTTP\/1.1 204 /)
    expect(outgoing).toEqual(['http://cards.example/ada'])
  })
})

describe('a body over the network', () => {
  const received: unknown[] = []
  const { ask: askFront } = aFront({
    'visits.log': async ({ input }) => {
      received.push(input)
      return { success: 1, message: '' }
    },
  })
  const log = '/remote/api/public/carte-log'
  const head = (lines: string) => `POST ${log} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n${lines}\r\n`
  const megabyte = 'a'.repeat(1024 * 1024)

  test.each([
    ['announces its size and sends nothing', head('Content-Length: 99999999\r\n')],
    ['announces its size and sends it all', head(`Content-Length: ${megabyte.length}\r\n`) + megabyte],
    ['announces no size and sends it in chunks', `${head('Transfer-Encoding: chunked\r\n')}100000\r\n${megabyte}\r\n0\r\n\r\n`],
  ])('that is too large is rejected without hanging, also when the sender %s', async (_, bytes) => {
    const other = createServer(createListener({ ...quiet, fetch: (request) => askFront(log, request) }))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const answered = await send(bytes, (other.address() as AddressInfo).port)
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))

    expect(answered).toMatch(/^HTTP\/1.1 413 /)
    expect(received).toEqual([])
  })
})

const quiet = {
  cacheFront: createCacheFront({ cache: createAnswerCache(), metrics: createMetrics(), log: silentLog, settings: { logAnswersMs: 0 } }),
  loadShedder: { shedReason: () => null, answered: () => {} },
  settings: { publicUrl: 'http://cards.example', trustProxy: false, metricsToken: '' },
}
