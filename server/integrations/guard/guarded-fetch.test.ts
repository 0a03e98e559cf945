import { createServer as createRaw, type Socket, type AddressInfo } from 'node:net'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { providerAt } from '../call-provider.ts'
import { asFetch } from './as-fetch.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { guardedLookup, type Resolver } from './guarded-lookup.ts'

const limits = { timeoutMs: 2000, bytesMax: 10_000 }
const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

/** A machine of this network, and everything it was asked. */
async function aMachine(answer: RequestListener = (_asked, said) => void said.end('here')) {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close().closeAllConnections())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: new URL(`http://${host}/`), port: host.split(':')[1], asked, sockets }
}

/** One that writes whatever it likes. */
async function aTalker(talk: (socket: Socket) => void) {
  const server = createRaw((socket) => void socket.on('error', () => {}).once('data', () => talk(socket)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
const to = (url: URL) => guardedFetch({ whom: { named: [url.host], known: [] } })

/** A name server that says something else each time. */
function aResolver(...answers: string[][]) {
  const asked: string[] = []
  const resolve: Resolver = (host, done) => {
    asked.push(host)
    const found = answers.length > 1 ? answers.shift() : answers[0]
    done(
      null,
      (found ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve, asked }
}

describe('an address that nobody of the house wrote', () => {
  const inward = aResolver(['127.0.0.1'])
  const fetch = guardedFetch({ whom: { named: [], known: 'anybody' }, resolve: inward.resolve })

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
  ])('%s is not called, because of where it lies', async (address) => {
    await expect(fetch(new URL(address), limits)).rejects.toMatchObject({ code: 'refused-address' })
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
  ])('%s is not called, because of how', async (address) => {
    await expect(fetch(new URL(address), limits)).rejects.toMatchObject({ code: 'refused-host' })
  })

  test.each([[['8.8.8.8', '127.0.0.1']], [['127.0.0.1', '8.8.8.8']], [['2606:4700::1111', '::1']], [['8.8.8.8', '::ffff:10.0.0.1']]])(
    'a name that means %j is as bad as its worst',
    async (addresses) => {
      const mixed = guardedFetch({ whom: { named: [], known: 'anybody' }, resolve: aResolver(addresses).resolve })
      await expect(mixed(new URL('https://mixed.example/'), limits)).rejects.toMatchObject({ code: 'refused-address' })
    },
  )

  test('is called nowhere else than on the list where there is one', async () => {
    const listed = guardedFetch({ whom: { named: [], known: ['push.example', '.family.example'] }, resolve: inward.resolve })
    for (const host of [
      'evil.example',
      'push.example.evil',
      'evilpush.example',
      'push.example.',
      'family.example',
      'a.family.example.evil',
    ])
      await expect(listed(new URL(`https://${host}/`), limits), host).rejects.toMatchObject({ code: 'refused-host' })
    for (const host of ['push.example', 'a.family.example', 'PUSH.example'])
      await expect(listed(new URL(`https://${host}/`), limits), host).rejects.toMatchObject({ code: 'refused-address' })
  })
})

describe('a name that means another machine a moment later', () => {
  const lookUp = (lookup: ReturnType<typeof guardedLookup>) =>
    new Promise<unknown>((resolve) => lookup('rebind.example', { all: true }, (error, found) => resolve(error ? error.message : found)))

  test('is judged anew at each connection, by the very addresses that are connected to', async () => {
    const { resolve, asked } = aResolver(['8.8.8.8'], ['127.0.0.1'])
    const lookup = guardedLookup('known', resolve)
    expect(await lookUp(lookup)).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await lookUp(lookup)).toMatch(/refused/)
    expect(asked).toHaveLength(2)
  })

  test('is looked up once for a connection, and not again between the look and the call', async () => {
    const { port, asked } = await aMachine()
    const other = await aMachine()
    const names = aResolver(['127.0.0.1'], ['169.254.169.254'])
    const fetch = guardedFetch({
      whom: { named: [`rebind.example:${port}`, `rebind.example:${other.port}`], known: [] },
      resolve: names.resolve,
    })
    expect((await fetch(new URL(`http://rebind.example:${port}/`), limits)).body.toString()).toBe('here')
    expect([asked.length, names.asked.length]).toEqual([1, 1])
    await expect(fetch(new URL(`http://rebind.example:${other.port}/`), limits)).rejects.toMatchObject({ code: 'refused-address' })
    expect(other.asked).toHaveLength(0)
  })
})

describe('a host that the operator named', () => {
  test('may lie in the operator’s own network, at its own port and no other', async () => {
    const machine = await aMachine()
    const neighbour = await aMachine()
    const fetch = to(machine.url)
    expect((await fetch(machine.url, limits)).status).toBe(200)
    await expect(fetch(neighbour.url, limits)).rejects.toMatchObject({ code: 'refused-host' })
    expect(neighbour.asked).toHaveLength(0)
  })

  test.each(['http://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0:9000/', 'http://[::ffff:a9fe:a9fe]/'])(
    'is not %s, where machines tell their secrets',
    async (address) => {
      await expect(to(new URL(address))(new URL(address), limits)).rejects.toMatchObject({ code: 'refused-address' })
    },
  )
})

describe('an answer', () => {
  test('that leads elsewhere is not followed', async () => {
    const secret = await aMachine()
    for (const status of [301, 302, 303, 307, 308]) {
      const door = await aMachine((_asked, said) => void said.writeHead(status, { location: secret.url.href }).end())
      expect((await to(door.url)(door.url, limits)).status).toBe(status)
      expect((await asFetch(to(door.url), limits)(door.url, { redirect: 'follow' })).status).toBe(status)
      expect(await providerAt(door.url.href)(door.url)).toEqual({ ok: false, reason: `status-${status}` })
    }
    expect(secret.asked).toHaveLength(0)
  })

  test('that never ends is read up to its limit and no further', async () => {
    const pour = (said: Parameters<RequestListener>[1]) => {
      while (!said.destroyed && said.write('x'.repeat(5000))) continue
    }
    const flood = await aMachine((_asked, said) => {
      said.on('error', () => {}).on('drain', () => pour(said))
      pour(said)
    })
    await expect(to(flood.url)(flood.url, limits)).rejects.toMatchObject({ code: 'refused-too-large' })
    await expect.poll(() => [...flood.sockets].every((socket) => socket.destroyed)).toBe(true)
    expect(await to(flood.url)(flood.url, { ...limits, isStatusEnough: true })).toMatchObject({ status: 200 })
  })

  test('that says how long it is and lies is no longer for it', async () => {
    const url = await aTalker((socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${'x'.repeat(50_000)}`))
    expect((await to(url)(url, limits)).body).toHaveLength(5)
  })

  test.each<[string, (socket: Socket) => void]>([
    ['drips', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')],
    ['drips its head', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
    ['is always about to begin', () => {}],
  ])('that %s takes no longer for it', async (how, begin) => {
    const url = await aTalker((socket) => {
      begin(socket)
      const word = how === 'drips' ? 'x' : how === 'drips its head' ? 'a: b\r\n' : 'HTTP/1.1 103 Early Hints\r\n\r\n'
      const dripping = setInterval(() => socket.write(word), 20)
      socket.on('close', () => clearInterval(dripping))
    })
    const began = performance.now()
    await expect(to(url)(url, { ...limits, timeoutMs: 200 })).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(performance.now() - began).toBeLessThan(1900)
  })

  test('with endless headers is not read to their end', async () => {
    const url = await aTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      for (let line = 0; line < 2000; line++) socket.write(`x-${line}: ${'y'.repeat(100)}\r\n`)
    })
    await expect(to(url)(url, limits)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' })
  })

  test('is asked for unpacked, and one that is packed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'zstd']) {
      const machine = await aMachine((_asked, said) => void said.writeHead(200, { 'content-encoding': encoding }).end(bomb))
      await expect(to(machine.url)(machine.url, limits)).rejects.toMatchObject({ code: 'refused-encoded' })
      expect(machine.asked[0]?.headers['accept-encoding']).toBe('identity')
    }
  })

  test('leaves no cookie behind', async () => {
    const machine = await aMachine((_asked, said) => void said.writeHead(200, { 'set-cookie': ['a=b; path=/', 'c=d'] }).end())
    const fetch = to(machine.url)
    expect((await fetch(machine.url, limits)).headers.has('set-cookie')).toBe(false)
    await fetch(machine.url, limits)
    expect(machine.asked.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
  })
})

test('calls one after the other share a connection', async () => {
  const machine = await aMachine()
  const fetch = to(machine.url)
  for (let time = 0; time < 5; time++) await fetch(machine.url, limits)
  expect(machine.sockets.size).toBe(1)
})

test('whoever asked may stop waiting', async () => {
  const machine = await aMachine(() => {})
  await expect(to(machine.url)(machine.url, { ...limits, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(to(machine.url)(machine.url, { ...limits, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})
