import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createCacheFront } from '#server/http/cache/cache-front.ts'
import { createListener } from '#server/http/listener.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import { refuseBroken } from '#server/http/pages/refuse-broken.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aFront } from '../harness/front.ts'
import { silentLog } from '../harness/silent-log.ts'

let app: TestApp
let server: Server
const path = '/remote/api/public/e-card-by-alias/ada'

beforeAll(async () => {
  app = await anApp()
  await aCard(app.needs, { alias: 'ada', title: 'A title long enough to be worth compressing' })
  server = createServer({ maxHeaderSize: 16_384 }, app.listener).on('clientError', refuseBroken)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app[Symbol.asyncDispose]()
})

// listen(0) gave it one.
const port = () => (server.address() as AddressInfo).port

type Wire = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }

function ask(where: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: port(), path: where, method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Bytes as they are, for what no client would send. */
function send(bytes: string, to = port()): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}

describe('a kept answer over the wire', () => {
  test('is the same words in each encoding', async () => {
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

  test('is not sent to who has it, and not with HEAD', async () => {
    const { etag = '', ...headers } = (await ask(path)).headers
    const again = await ask(path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.body.length]).toEqual([304, 0])

    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, headers['content-length']])
  })

  test('carries the headers that defend it, and is counted', async () => {
    await ask(path)
    const { headers } = await ask(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
    expect(headers['x-request-id']).toMatch(/\w/)
    expect((await ask('/metrics')).body.toString()).toMatch(/carte_kept_answers_given_total [1-9]/)
  })

  test('is one answer whatever else hangs on its address', async () => {
    await ask(`${path}?tail=1`)
    const before = Number(/carte_kept_answers (\d+)/.exec((await ask('/metrics')).body.toString())?.[1])
    for (let tail = 2; tail < 6; tail++) await ask(`${path}?tail=${tail}`)
    expect((await ask('/metrics')).body.toString()).toContain(`carte_kept_answers ${before}\n`)
  })
})

describe('API-ERR what is no request is refused in words, and never hangs', () => {
  const tail = 'Host: x\r\nConnection: close\r\n\r\n'
  const cachedThen = `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  test.each([
    ['letters that no address holds', `GET /\xff\xfe HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['a space in the address', `GET /a b HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['a method nobody knows', `FROB / HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['no HTTP at all', '\x01\x02 hello\r\n\r\n', 400, 'bad-request'],
    ['a star for an address', `GET * HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['a backslash', `GET /\\evil HTTP/1.1\r\n${tail}`, 400, 'bad-request'],
    ['two lengths', `POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${tail}`, 400, 'bad-request'],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n${tail}`, 431, 'headers-too-large'],
    ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${tail}`, 431, 'headers-too-large'],
  ])('%s', async (_, bytes, status, name) => {
    const heard = await send(bytes)
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(heard).toContain('application/problem+json')
    expect(heard).toContain(`"type":"/problems/${name}"`)
    expect(heard.toLowerCase()).toContain('x-content-type-options: nosniff')
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
  ])('%s is refused, for a cached answer too, and the connection ends', async (_, lines) => {
    for (const where of [path, '/ada/home']) {
      const heard = await send(`GET ${where} HTTP/1.1\r\n${lines}\r\n`)
      expect(heard).toMatch(/^HTTP\/1.1 400 /)
      expect(heard.toLowerCase()).toContain('connection: close')
    }
  })

  test.each(['cards.example', 'cards.example:8443', '127.0.0.1:3000', '[::1]:3000', 'xn--caf-dma.example', 'box_1.local'])(
    'a Host like %s is fine',
    async (host) => {
      expect(await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  test.each([
    ['headers of 40 KB', `HEAD /remote/api HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n${tail}`, 431],
    ['headers of 40 KB behind another request', `${cachedThen}HEAD / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n${tail}`, 431],
    ['a bad header', `HEAD / HTTP/1.1\r\nX : a\r\n${tail}`, 400],
    ['two Hosts', `HEAD / HTTP/1.1\r\nHost: x\r\n${tail}`, 400],
    ['an address that is too long', `HEAD /${'a'.repeat(9000)} HTTP/1.1\r\n${tail}`, 414],
    ['an address in no encoding', `HEAD /%ff HTTP/1.1\r\n${tail}`, 400],
    ['an unknown call', `HEAD /remote/nothing HTTP/1.1\r\n${tail}`, 404],
  ])('HEAD with %s is refused without a body', async (_, bytes, status) => {
    const answers = (await send(bytes)).split(/(?=HTTP\/1\.1 )/)
    const [head = '', body] = (answers.at(-1) ?? '').split('\r\n\r\n')
    expect([Number(head.split(' ')[1]), body]).toEqual([status, ''])
  })

  test.each(['evil.example', 'evil.example:99999'])('the host a request names is never believed: %s', async (host) => {
    const asked: string[] = []
    const fetch = async ({ url }: Request) => {
      asked.push(url)
      return new Response(null, { status: 204 })
    }
    const listener = createListener({ ...quiet, fetch })
    const other = createServer(listener)
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const heard = await send(`GET /ada HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, (other.address() as AddressInfo).port)
    await new Promise((resolve) => other.close(resolve))

    expect(heard).toMatch(/^HTTP\/1.1 204 /)
    expect(asked).toEqual(['http://cards.example/ada'])
  })
})

describe('a body over the wire', () => {
  const heard: unknown[] = []
  const { ask: askFront } = aFront({
    'visits.log': async ({ input }) => {
      heard.push(input)
      return { success: 1, message: '' }
    },
  })
  const log = '/remote/api/public/carte-log'
  const head = (lines: string) => `POST ${log} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n${lines}\r\n`
  const megabyte = 'a'.repeat(1024 * 1024)

  test.each([
    ['says so beforehand and sends nothing', head('Content-Length: 99999999\r\n')],
    ['says so and sends it all', head(`Content-Length: ${megabyte.length}\r\n`) + megabyte],
    ['says nothing and sends it piece by piece', `${head('Transfer-Encoding: chunked\r\n')}100000\r\n${megabyte}\r\n0\r\n\r\n`],
  ])('that is too large is refused and never hangs, also when the sender %s', async (_, bytes) => {
    const other = createServer(createListener({ ...quiet, fetch: (request) => askFront(log, request) }))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const answered = await send(bytes, (other.address() as AddressInfo).port)
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))

    expect(answered).toMatch(/^HTTP\/1.1 413 /)
    expect(heard).toEqual([])
  })
})

const quiet = {
  cacheFront: createCacheFront({ cache: createAnswerCache(), metrics: createMetrics(), log: silentLog }),
  loadShedder: { refuses: () => null, answered: () => {} },
  settings: { publicUrl: 'http://cards.example', trustProxy: false, metricsToken: '' },
}
