import { createServer as createRaw, type Socket, type AddressInfo } from 'node:net'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createJsonClient } from '../json-client.ts'
import { asFetch } from './as-fetch.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { guardedLookup } from './guarded-lookup.ts'
import { createDnsResolver, type Resolver } from './resolver.ts'
import { eventually, patienceMs } from '../../../tests/harness/eventually.ts'

const limits = { timeoutMs: patienceMs, bytesMax: 10_000 }
const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

/** A server on a private address that records its requests. */
async function aPrivateServer(answer: RequestListener = (_request, response) => void response.end('here')) {
  const requests: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close().closeAllConnections())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: new URL(`http://${host}/`), port: host.split(':')[1], requests, sockets }
}

/** A server that writes raw bytes. */
async function aRawServer(talk: (socket: Socket) => void) {
  const server = createRaw((socket) => void socket.on('error', () => {}).once('data', () => talk(socket)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
const to = (url: URL) => guardedFetch({ allow: { configured: [url.host], listed: [] } })

/** A resolver that returns different addresses each time. */
function aResolver(...answers: string[][]) {
  const requests: string[] = []
  const resolve: Resolver = (host, done) => {
    requests.push(host)
    const found = answers.length > 1 ? answers.shift() : answers[0]
    done(
      null,
      (found ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve, requests }
}

describe('an untrusted address', () => {
  const inward = aResolver(['127.0.0.1'])
  const fetch = guardedFetch({ allow: { configured: [], listed: 'any' }, resolve: inward.resolve })

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://metadata.google.internal/',
    'https://xn--bcher-kva.example/',
  ])('%s is blocked because of its address', async (address) => {
    await expect(fetch(new URL(address), limits)).rejects.toMatchObject({ code: 'blocked-address' })
  })

  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:22/',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'blob:https://example.com/1',
  ])('%s is blocked because of its form', async (address) => {
    await expect(fetch(new URL(address), limits)).rejects.toMatchObject({ code: 'blocked-host' })
  })

  test.each([[['8.8.8.8', '127.0.0.1']], [['127.0.0.1', '8.8.8.8']], [['2606:4700::1111', '::1']], [['8.8.8.8', '::ffff:10.0.0.1']]])(
    'a name that means %j is as bad as its worst',
    async (addresses) => {
      const mixed = guardedFetch({ allow: { configured: [], listed: 'any' }, resolve: aResolver(addresses).resolve })
      await expect(mixed(new URL('https://mixed.example/'), limits)).rejects.toMatchObject({ code: 'blocked-address' })
    },
  )

  test('must be on the list of hosts, if there is one', async () => {
    const listed = guardedFetch({ allow: { configured: [], listed: ['push.example', '.family.example'] }, resolve: inward.resolve })
    for (const host of [
      'evil.example',
      'push.example.evil',
      'evilpush.example',
      'push.example.',
      'family.example',
      'a.family.example.evil',
    ])
      await expect(listed(new URL(`https://${host}/`), limits), host).rejects.toMatchObject({ code: 'blocked-host' })
    for (const host of ['push.example', 'a.family.example', 'PUSH.example'])
      await expect(listed(new URL(`https://${host}/`), limits), host).rejects.toMatchObject({ code: 'blocked-address' })
  })
})

describe('DNS rebinding', () => {
  const lookUp = (lookup: ReturnType<typeof guardedLookup>) =>
    new Promise<unknown>((resolve) => lookup('rebind.example', { all: true }, (error, found) => resolve(error ? error.message : found)))

  test('checks the addresses at each connection', async () => {
    const { resolve, requests } = aResolver(['8.8.8.8'], ['127.0.0.1'])
    const lookup = guardedLookup('listed', resolve)
    expect(await lookUp(lookup)).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await lookUp(lookup)).toMatch(/blocked/)
    expect(requests).toHaveLength(2)
  })

  test('resolves once per connection and uses the checked address', async () => {
    const { port, requests } = await aPrivateServer()
    const other = await aPrivateServer()
    const names = aResolver(['127.0.0.1'], ['169.254.169.254'])
    const fetch = guardedFetch({
      allow: { configured: [`rebind.example:${port}`, `rebind.example:${other.port}`], listed: [] },
      resolve: names.resolve,
    })
    expect((await fetch(new URL(`http://rebind.example:${port}/`), limits)).body.toString()).toBe('here')
    expect([requests.length, names.requests.length]).toEqual([1, 1])
    await expect(fetch(new URL(`http://rebind.example:${other.port}/`), limits)).rejects.toMatchObject({ code: 'blocked-address' })
    expect(other.requests).toHaveLength(0)
  })
})

describe('a name server that never answers', () => {
  const lookUp = (resolve: Resolver, host: string) =>
    new Promise<string | undefined>((done) => resolve(host, (error) => done(codeOf(error))))
  const codeOf = (error: NodeJS.ErrnoException | null) => error?.code

  test('holds up no other lookup, and only for the limit', async () => {
    const nameServer = createSocket('udp4').on('message', () => {})
    await new Promise<void>((done) => nameServer.bind(0, '127.0.0.1', done))
    closing.push(() => nameServer.close())
    const resolve = createDnsResolver({ servers: [`127.0.0.1:${nameServer.address().port}`], timeoutMs: patienceMs })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let endedCount = 0
      const unanswered = Array.from({ length: 40 }, (_, at) => lookUp(resolve, `x${at}.evil.example`).finally(() => endedCount++))
      await dns.promises.lookup('localhost')
      expect(endedCount).toBe(0)
      vi.advanceTimersByTime(patienceMs)
      for (const code of await Promise.all(unanswered)) expect(code).toBe('EAI_AGAIN')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is never queried by the system for public names', async () => {
    const lookups = vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as never)
    for (const reach of ['listed', 'configured'] as const) guardedLookup(reach)('not..valid', { all: true }, () => {})
    expect(lookups.mock.calls.map(([host]) => host)).toEqual(['not..valid'])
    lookups.mockRestore()
  })
})

describe('a configured host', () => {
  test('can be on a private network, only at its configured port', async () => {
    const machine = await aPrivateServer()
    const neighbor = await aPrivateServer()
    const fetch = to(machine.url)
    expect((await fetch(machine.url, limits)).status).toBe(200)
    await expect(fetch(neighbor.url, limits)).rejects.toMatchObject({ code: 'blocked-host' })
    expect(neighbor.requests).toHaveLength(0)
  })

  test.each(['http://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0:9000/', 'http://[::ffff:a9fe:a9fe]/'])(
    'is never %s, a cloud metadata address',
    async (address) => {
      await expect(to(new URL(address))(new URL(address), limits)).rejects.toMatchObject({ code: 'blocked-address' })
    },
  )
})

describe('a response', () => {
  test('with a redirect is not followed', async () => {
    const secret = await aPrivateServer()
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = await aPrivateServer((_request, response) => void response.writeHead(status, { location: secret.url.href }).end())
      expect((await to(redirecting.url)(redirecting.url, limits)).status).toBe(status)
      expect((await asFetch(to(redirecting.url), limits)(redirecting.url, { redirect: 'follow' })).status).toBe(status)
      expect(await createJsonClient(redirecting.url.href)(redirecting.url)).toEqual({ ok: false, reason: `status-${status}` })
    }
    expect(secret.requests).toHaveLength(0)
  })

  test('that never ends is read up to the limit', async () => {
    const pour = (response: Parameters<RequestListener>[1]) => {
      while (!response.destroyed && response.write('x'.repeat(5000))) continue
    }
    const endless = await aPrivateServer((_request, response) => {
      response.on('error', () => {}).on('drain', () => pour(response))
      pour(response)
    })
    await expect(to(endless.url)(endless.url, limits)).rejects.toMatchObject({ code: 'blocked-too-large' })
    await eventually(() => expect([...endless.sockets].every((socket) => socket.destroyed)).toBe(true))
    expect(await to(endless.url)(endless.url, { ...limits, isStatusEnough: true })).toMatchObject({ status: 200 })
  })

  test('with a wrong content-length stays within the limit', async () => {
    const url = await aRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${'x'.repeat(50_000)}`))
    expect((await to(url)(url, limits)).body).toHaveLength(5)
  })

  test.each<[string, (socket: Socket) => void]>([
    ['drips', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')],
    ['drips its head', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
    ['is always about to begin', () => {}],
  ])('that %s stays within the time limit', async (how, begin) => {
    const url = await aRawServer((socket) => {
      begin(socket)
      const word = how === 'drips' ? 'x' : how === 'drips its head' ? 'a: b\r\n' : 'HTTP/1.1 103 Early Hints\r\n\r\n'
      const dripping = setInterval(() => socket.write(word), 20)
      socket.on('close', () => clearInterval(dripping))
    })
    // It would drip for ever: only the limit ends it.
    await expect(to(url)(url, { ...limits, timeoutMs: 200 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('that changes to another protocol is aborted', async () => {
    const url = await aRawServer((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
    await expect(to(url)(url, limits)).rejects.toMatchObject({ code: 'blocked-upgrade' })
  })

  test('with endless headers is aborted', async () => {
    const url = await aRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      for (let line = 0; line < 2000; line++) socket.write(`x-${line}: ${'y'.repeat(100)}\r\n`)
    })
    await expect(to(url)(url, limits)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' })
  })

  test('is requested without compression and never decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'zstd']) {
      const machine = await aPrivateServer((_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
      await expect(to(machine.url)(machine.url, limits)).rejects.toMatchObject({ code: 'blocked-encoded' })
      expect(machine.requests[0]?.headers['accept-encoding']).toBe('identity')
    }
  })

  test('stores no cookie', async () => {
    const machine = await aPrivateServer(
      (_request, response) => void response.writeHead(200, { 'set-cookie': ['a=b; path=/', 'c=d'] }).end(),
    )
    const fetch = to(machine.url)
    expect((await fetch(machine.url, limits)).headers.has('set-cookie')).toBe(false)
    await fetch(machine.url, limits)
    expect(machine.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
  })
})

test('consecutive calls share a connection', async () => {
  const machine = await aPrivateServer()
  const fetch = to(machine.url)
  for (let time = 0; time < 5; time++) await fetch(machine.url, limits)
  expect(machine.sockets.size).toBe(1)
})

test('the caller can abort', async () => {
  const machine = await aPrivateServer(() => {})
  await expect(to(machine.url)(machine.url, { ...limits, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(to(machine.url)(machine.url, { ...limits, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})
