import { once } from 'node:events'
import { createServer, get, Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerClientError, lingerMs } from '#server/http/client-error.ts'
import { limitConnections, pipelinedMax } from '#server/http/limits/limit-connections.ts'
import { createListener } from '#server/http/listener.ts'
import { listen, type Listening } from '#server/listen.ts'
import { finish } from '#server/stop.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { answersIn, sendRaw, portOf } from './raw-http.ts'

let app: TestApp
const path = '/remote/api/public/e-card-by-alias/ada'
const host = 'Host: cards.example\r\n'
const question = `GET ${path} HTTP/1.1\r\n${host}\r\n`
const last = `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`

beforeAll(async () => {
  app = await anApp()
  await aCard(app.deps, { alias: 'ada', title: 'A title long enough to be worth compressing' })
})
afterAll(() => app[Symbol.asyncDispose]())

async function open(settings: Partial<TestApp['settings']> = {}): Promise<Listening & AsyncDisposable> {
  const [one] = await listen(app, { ...app.settings, host: '127.0.0.1', port: 0, trustProxy: false, ...settings })
  if (!one) throw new Error('Nothing listens.')
  return {
    ...one,
    async [Symbol.asyncDispose]() {
      one.server.closeAllConnections()
      await new Promise((resolve) => one.server.close(resolve))
    },
  }
}

async function connected(port: number, options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...options }).on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const receivedBy = (socket: Socket) => {
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  return () => received
}

describe('a client that pipelines requests', () => {
  /** Much larger than the kernel's buffers for a client that does not read. */
  const large = `GET /openapi.json HTTP/1.1\r\n${host}\r\n`

  async function pipeline(server: Listening['server'], requests: string) {
    const [[theirs], socket] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, connected(portOf(server))])
    socket.pause()
    socket.write(requests)
    return { theirs, socket }
  }

  test('and reads none of the answers is disconnected after the stall time', async () => {
    await using listening = await open()
    listening.server.timeout = 300
    const { theirs } = await pipeline(listening.server, large.repeat(pipelinedMax))
    await eventually(() => expect(theirs.writableLength).toBeGreaterThan(0))
    await once(theirs, 'close')
  })

  test('and reads none of the answers has one answer rendered, not 32', async () => {
    const fetch = vi.fn<() => Promise<Response>>(async () => new Response('a'.repeat(2 ** 24)))
    const listener = createListener({
      fetch,
      cacheFront: { find: () => undefined, count() {}, countShed() {} },
      loadShedder: { shedReason: () => null, answered() {} },
      settings: app.settings,
    })
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { theirs, socket } = await pipeline(server, question.repeat(pipelinedMax))
    await eventually(() => expect(theirs.writableLength).toBeGreaterThan(0))
    expect(fetch).toHaveBeenCalledTimes(1)
    socket.destroy()
    server.close()
  })

  test('and reads them after a delay gets them all, in order', async () => {
    await using listening = await open()
    const { theirs, socket } = await pipeline(listening.server, large.repeat(pipelinedMax - 2) + question + last)
    await eventually(() => expect(theirs.writableLength).toBeGreaterThan(0))
    const received = receivedBy(socket)
    socket.resume()
    await once(socket, 'close')
    const answers = answersIn(received())
    expect(answers.map(({ headers }) => headers['connection'])).toEqual([...Array<string>(pipelinedMax - 1).fill('keep-alive'), 'close'])
    expect(new Set(answers.slice(0, -2).map(({ body }) => body)).size).toBe(1)
  })

  /** Answers with the method and the body, once the body has arrived. */
  async function echoing() {
    const requested: string[] = []
    const listener = createListener({
      async fetch(request) {
        requested.push(`${request.method} ${await request.text()}`.trim())
        return new Response(request.method === 'HEAD' ? null : requested.at(-1))
      },
      cacheFront: { find: () => undefined, count() {}, countShed() {} },
      loadShedder: { shedReason: () => null, answered() {} },
      settings: app.settings,
    })
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, requested }
  }
  const post = `POST /b HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nfour`
  const head = `HEAD /c HTTP/1.1\r\n${host}\r\n`

  test('with and without a body is answered in order', async () => {
    const { server, requested } = await echoing()
    const received = await sendRaw(portOf(server), question + post + head + last)
    expect(requested).toEqual(['GET', 'POST four', 'HEAD', 'GET'])
    expect(answersIn(received).map(({ status, body }) => [status, body])).toEqual([
      [200, 'GET'],
      [200, 'POST four'],
      [200, ''],
      [200, 'GET'],
    ])
    server.close()
  })

  test('runs no request after an answer with Connection: close', async () => {
    const { server, requested } = await echoing()
    const twoHosts = `GET /d HTTP/1.1\r\n${host}${host}\r\n`
    const received = await sendRaw(portOf(server), post + twoHosts + post)
    expect(answersIn(received).map(({ status, headers }) => [status, headers['connection']])).toEqual([
      [200, 'keep-alive'],
      [400, 'close'],
    ])
    expect(requested).toEqual(['POST four'])
    server.close()
  })

  test('by the thousand is disconnected before it is answered', async () => {
    await using listening = await open()
    let requested = 0
    listening.server.on('request', (_, { writableEnded }) => void (requested += writableEnded ? 1 : 0))
    const { theirs } = await pipeline(listening.server, question.repeat(1000))
    await once(theirs, 'close')
    expect(requested).toBeLessThanOrEqual(pipelinedMax)
  })
})

test('a request that takes the server longer than the stall time is not cut', async () => {
  const server = createServer((_, response) => void release.then(() => response.end('done'))).listen(0, '127.0.0.1')
  let done = () => {}
  const release = new Promise<void>((resolve) => (done = resolve))
  limitConnections(server, { perAddressMax: 10 })
  server.timeout = 50
  await once(server, 'listening')
  let stalls = 0
  server.on('timeout', () => {
    if (++stalls === 3) done()
  })
  expect(await sendRaw(portOf(server), `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toContain('done')
  server.close()
})

describe('a client that is refused and does not hang up', () => {
  /** Sends nothing, and keeps its end open. */
  async function silent() {
    const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 50 }, (_, response) => response.end('done'))
    server.on('clientError', answerClientError).listen(0, '127.0.0.1')
    limitConnections(server, { perAddressMax: 1 })
    const [[theirs], socket] = await Promise.all([
      once(server, 'connection') as Promise<[Socket]>,
      once(server, 'listening').then(() => connected(portOf(server), { allowHalfOpen: true })),
    ])
    const received = receivedBy(socket)
    await once(socket, 'end')
    expect(received()).toContain('408 Request Timeout')
    return { server, theirs, socket }
  }

  test('is disconnected once it had time to read the response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { server, theirs, socket } = await silent()
    vi.advanceTimersByTime(lingerMs - 1)
    expect(theirs.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(theirs.destroyed).toBe(true)
    vi.useRealTimers()
    socket.destroy()
    server.close()
  })

  test('doesn’t count against the next connection of its address', async () => {
    const { server, theirs, socket } = await silent()
    expect(theirs.destroyed).toBe(false)
    expect(await sendRaw(portOf(server), last)).toContain('done')
    expect(theirs.destroyed).toBe(true)
    socket.destroy()
    server.close()
  })
})

test('a broken request is not answered in place of the one before it', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const server = createServer((_, response) => void isReleased.then(() => response.end('done')))
  server.on('clientError', answerClientError).listen(0, '127.0.0.1')
  await once(server, 'listening')
  expect(await sendRaw(portOf(server), `${question}nonsense\r\n\r\n`)).toBe('')
  release()
  server.close()
})

describe('the connections of one address', () => {
  /** Announces a body and sends none of it, so that the connection is busy. */
  const upload = `POST /remote/api/public/carte-log HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`
  const limited = { limitFactor: 0.03 }

  test('are limited while all are busy, until one ends', async () => {
    await using listening = await open(limited)
    const port = portOf(listening.server)
    const busy = await Promise.all([1, 2, 3].map(() => connected(port)))
    for (const socket of busy) socket.write(upload)
    const count = () => new Promise<number>((resolve) => listening.server.getConnections((_, open) => resolve(open)))
    await eventually(async () => expect(await count()).toBe(3))
    const refused = await connected(port)
    await once(refused, 'close')
    busy[0]?.destroy()
    await eventually(async () => expect(await count()).toBe(2))
    expect(answersIn(await sendRaw(port, last))).toHaveLength(1)
    for (const socket of busy) socket.destroy()
  })

  test('are limited by closing the longest idle one', async () => {
    await using listening = await open(limited)
    const port = portOf(listening.server)
    const idle: { socket: Socket; received: () => string }[] = []
    for (let one = 0; one < 3; one++) {
      const socket = await connected(port)
      idle.push({ socket, received: receivedBy(socket) })
      socket.write(question)
      await eventually(() => expect(answersIn(idle[one]?.received() ?? '')).toHaveLength(1))
    }
    const closed = once(idle[0]?.socket as Socket, 'close')
    const answered = sendRaw(port, last)
    await closed
    expect(answersIn(await answered)).toHaveLength(1)
    expect(idle.slice(1).map(({ socket }) => socket.readyState)).toEqual(['open', 'open'])
    for (const { socket } of idle) socket.destroy()
  })

  test.each([{ trustProxy: true }, { publicUrl: 'https://cards.example' }])('are not limited behind a proxy: %j', async (behind) => {
    await using listening = await open({ ...limited, ...behind })
    const busy = await Promise.all([1, 2, 3, 4].map(() => connected(portOf(listening.server))))
    for (const socket of busy) socket.write(upload)
    expect(answersIn(await sendRaw(portOf(listening.server), last))).toHaveLength(1)
    for (const socket of busy) socket.destroy()
  })
})

test('a client that disconnects mid-request affects no other', async () => {
  await using listening = await open()
  for (const bytes of [question, question.slice(0, 20), question + question]) {
    const socket = await connected(portOf(listening.server))
    socket.write(bytes, () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  expect(answersIn(await sendRaw(portOf(listening.server), last))).toHaveLength(1)
})

test('one connection serves cached and other answers in turn', async () => {
  await using listening = await open()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses: (number | undefined)[] = []
  for (const where of [path, '/healthz', path, '/nothing-here', path]) {
    const [answer] = await once(get({ agent, port: portOf(listening.server), path: where }), 'response')
    answer.resume()
    await once(answer, 'end')
    statuses.push(answer.statusCode)
  }
  agent.destroy()
  expect(statuses).toEqual([200, 200, 200, 404, 200])
})

test('a stopping server closes each connection, and waits for no silent one', async () => {
  const one = await open()
  const silent = sendRaw(portOf(one.server))
  const socket = await connected(portOf(one.server))
  const received = receivedBy(socket)
  socket.write(question)
  await once(socket, 'data')
  const stopped = finish([one], silentLog)
  socket.write(question)
  await Promise.all([stopped, silent, once(socket, 'close')])
  expect(answersIn(received()).map(({ headers }) => headers['connection'])).toEqual(['keep-alive', 'close'])
})
