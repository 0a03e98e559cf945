import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Agent, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { refuseBroken } from '#server/http/refuse-broken.ts'
import { listen, type Listening } from '#server/listen.ts'
import { finish } from '#server/stop.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { silentLog } from '../harness/silent-log.ts'
import { answersIn, converse, portOf, type Told } from './wire.ts'

let app: TestApp
let listening: Listening
/** The same answers without a door before them. */
let plainNode: Server

const path = '/remote/api/public/e-card-by-alias/ada'
const host = 'Host: cards.example\r\n'
const question = `GET ${path} HTTP/1.1\r\n${host}\r\n`
const last = `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const elsewhere = `GET /healthz HTTP/1.1\r\n${host}\r\n`

beforeAll(async () => {
  app = await anApp()
  await aCard(app.needs, { alias: 'ada', title: 'A title long enough to be worth compressing' })
  listening = await open()
  plainNode = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }, app.listener)
    .on('clientError', refuseBroken)
    .listen(0, '127.0.0.1')
  await once(plainNode, 'listening')
  await converse(portOf(plainNode), last)
})
afterAll(async () => {
  for (const server of [listening.server, plainNode]) {
    server.closeAllConnections()
    server.close()
  }
  await app[Symbol.asyncDispose]()
})

async function open(): Promise<Listening> {
  const [one] = await listen(app, { ...app.settings, host: '127.0.0.1', port: 0 })
  if (!one) throw new Error('Nothing listens.')
  return one
}
const say = (...pieces: (string | null)[]) => converse(portOf(listening.server), ...pieces)

async function keptGiven(): Promise<number> {
  return Number(/carte_kept_answers_given_total (\d+)/.exec(await (await app.ask('/metrics')).text())?.[1])
}

describe('what the door answers', () => {
  test('is what node would have answered, header by header, in the same order', async () => {
    const [ours] = answersIn(await say(question, last))
    const [theirs] = answersIn(await converse(portOf(plainNode), question, last))
    expect(Object.keys(ours?.headers ?? {})).toEqual(Object.keys(theirs?.headers ?? {}))
    expect(unlikeBefore(ours)).toEqual(unlikeBefore(theirs))
    expect(ours?.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=65' })
    expect(Math.abs(Date.parse(ours?.headers.date ?? '') - Date.now())).toBeLessThan(5000)
  })

  test('is counted once each, and each has an id of its own', async () => {
    const before = await keptGiven()
    const told = answersIn(await say(question + question + question, last))
    expect(new Set(told.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
    expect((await keptGiven()) - before).toBe(4)
  })

  test('is 304 for who has it, by weak comparison, in a list, or with a star', async () => {
    const [first] = answersIn(await say(last))
    const etag = first?.headers.etag ?? ''
    expect(etag).toMatch(/^W\/"/)
    const held = [etag, etag.slice(2), `"other", ${etag}`, `W/"a",${etag},"b"`, '*']
    const ask = (tag: string) => `GET ${path} HTTP/1.1\r\n${host}If-None-Match: ${tag}\r\n\r\n`
    const told = answersIn(await say(...held.map(ask), ask('"other"'), last))
    expect(told.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304, 200, 200])
    expect(told[0]?.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
  })

  test('keeps its place among answers of node’s, however many are asked at once', async () => {
    const heard = await say(question + elsewhere + question + elsewhere + last)
    expect(answersIn(heard).map(({ body }) => body.slice(0, 8))).toEqual(
      answersIn(await converse(portOf(plainNode), question + elsewhere + question + elsewhere + last)).map(({ body }) => body.slice(0, 8)),
    )
  })

  test('comes again on a connection on which node answered in between', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await keptGiven()
    const statuses: (number | undefined)[] = []
    for (const where of [path, '/healthz', path, '/nothing-here', path]) {
      const [answer] = await once(get({ agent, port: portOf(listening.server), path: where }), 'response')
      answer.resume()
      await once(answer, 'end')
      statuses.push(answer.statusCode)
    }
    agent.destroy()
    expect(statuses).toEqual([200, 200, 200, 404, 200])
    expect((await keptGiven()) - before).toBe(3)
  })
})

describe('what is node’s', () => {
  test.each([
    ['HEAD', `HEAD ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
    ['HTTP/1.0', `GET ${path} HTTP/1.0\r\n${host}\r\n`],
    ['a body', `GET ${path} HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc${last}`],
    ['a body in pieces', `GET ${path} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n${last}`],
    ['both lengths', `GET ${path} HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${last}`],
    ['no host', `GET ${path} HTTP/1.1\r\n\r\n${last}`],
    ['two hosts', `GET ${path} HTTP/1.1\r\n${host}${host}\r\n${last}`],
    ['a folded line', `GET ${path} HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n${last}`],
    ['a space before the colon', `GET ${path} HTTP/1.1\r\n${host}X : a\r\n\r\n${last}`],
    ['bare line feeds', `GET ${path} HTTP/1.1\nHost: x\n\n${last}`],
    ['a bare carriage return', `GET ${path} HTTP/1.1\r\n${host}X: a\rb\r\n\r\n${last}`],
    ['a NUL', `GET ${path} HTTP/1.1\r\n${host}X: a\0b\r\n\r\n${last}`],
    ['headers of 20 KB', `GET ${path} HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a whole address', `GET http://cards.example${path} HTTP/1.1\r\n${host}\r\n${last}`],
    ['lines before the question', `\r\n\r\n${last}`],
    ['a cookie', `GET ${path} HTTP/1.1\r\n${host}Cookie: a=b\r\n\r\n${last}`],
  ])('%s is answered as without a door', async (_, bytes) => {
    expect(unlike(await say(question + bytes))).toBe(unlike(await converse(portOf(plainNode), question + bytes)))
  })

  test.each([
    ['a promise of a body', 'Expect: 100-continue\r\n'],
    ['a wish for another protocol', 'Connection: close, Upgrade\r\nUpgrade: h2c\r\n'],
  ])('%s is, too', async (_, line) => {
    const bytes = `GET ${path} HTTP/1.1\r\n${host}${line}\r\n`
    const rest = line.startsWith('Expect') ? last : ''
    expect(unlike(await say(bytes, rest))).toBe(unlike(await converse(portOf(plainNode), bytes, rest)))
  })

  test('any mixture of lines, in any pieces, is answered as without a door', async () => {
    const line = fc.constantFrom(
      'Accept: */*',
      'ACCEPT-ENCODING: br',
      'Accept-Encoding: gzip;q=0',
      'Connection: keep-alive',
      'Connection: Keep-Alive, x',
      'Content-Length: 0',
      'Content-Length: 2',
      'Content-length:+1',
      'Transfer-Encoding: identity',
      'If-None-Match: *',
      'X:',
      'X: \x80\xff',
      ': x',
      'Host: b',
      'X\t: y',
      '\tfolded',
      'Range: bytes=0-1',
      'TE: trailers',
    )
    const start = fc.constantFrom(
      `GET ${path} HTTP/1.1`,
      `GET  ${path} HTTP/1.1`,
      `get ${path} HTTP/1.1`,
      `HEAD ${path} HTTP/1.1`,
      `GET ${path} HTTP/1.2`,
      `GET ${path}`,
    )
    const one = fc
      .tuple(start, fc.array(line, { maxLength: 4 }), fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'))
      .map(([first, lines, end]) => [first, 'Host: a', ...lines, '', ''].join(end))
    const kept = unlike(await say(question, null))
    const said = fc.tuple(fc.nat({ max: 2 }), one, fc.array(fc.nat({ max: 400 }), { maxLength: 2 }))
    await fc.assert(
      fc.asyncProperty(said, async ([before, odd, cuts]) => {
        const pieces = [...inPieces(odd, cuts), null]
        const [first = '', ...rest] = pieces
        // Node alone drops a finished answer when nonsense follows it; the door has given it by then.
        const expected = kept.repeat(before) + unlike(await converse(portOf(plainNode), ...pieces))
        expect(unlike(await say(question.repeat(before) + first, ...rest))).toBe(expected)
      }),
      { numRuns: 150 },
    )
  })
})

describe('somebody who', () => {
  test('does not read is not written to without end, and gets it all when they do', async () => {
    const many = 12_000
    const [[theirs], socket] = await Promise.all([once(listening.server, 'connection'), connect(portOf(listening.server), '127.0.0.1')])
    for (let sent = 0; sent < many; sent += 50) socket.write(question.repeat(50))
    socket.write(last)
    while (theirs.writableLength === 0) await new Promise(setImmediate)
    expect(theirs.writableLength).toBeLessThan(1024 * 1024)
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    await once(socket, 'close')
    const told = answersIn(heard)
    expect(told).toHaveLength(many + 1)
    expect(new Set(told.map(({ body }) => body)).size).toBe(1)
  })

  test('stops asking gets what they asked for, and the connection ends', async () => {
    const socket = connect({ port: portOf(listening.server), host: '127.0.0.1', allowHalfOpen: true })
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.end(question)
    await once(socket, 'end')
    expect(answersIn(heard)).toHaveLength(1)
  })

  test('goes away in the middle disturbs nobody', async () => {
    for (const bytes of [question, question.slice(0, 20), question + elsewhere]) {
      const socket = connect(portOf(listening.server), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(bytes, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect(answersIn(await say(last))).toHaveLength(1)
  })
})

test('says nothing at all is told so after the time for a head, and one who was answered is let go in silence', async () => {
  const { server } = await open()
  server.headersTimeout = 60
  server.keepAliveTimeout = 120
  const silent = converse(portOf(server))
  const answered = converse(portOf(server), question)
  expect(await silent).toMatch(/^HTTP\/1\.1 408 /)
  expect(answersIn(await answered)).toHaveLength(1)
  server.close()
})

test('a server that stops says on each connection that it ends, and waits for nobody who asks nothing', async () => {
  const one = await open()
  const silent = converse(portOf(one.server))
  const socket = connect(portOf(one.server), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
  socket.write(question)
  await once(socket, 'data')
  const stopped = finish([one], silentLog)
  socket.write(question)
  await Promise.all([stopped, silent, once(socket, 'close')])
  expect(answersIn(heard).map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
})

function inPieces(text: string, cuts: number[]): string[] {
  const at = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length]
  return at.slice(1).map((end, index) => text.slice(at[index], end))
}

/** Without what differs from one answer to the next. */
const unlike = (heard: string) => heard.replace(/^(x-request-id|date): .*\r\n/gim, '').replace(/"requestId":"[^"]*"/g, '')
const unlikeBefore = (told: Told | undefined) =>
  told && { ...told, headers: { ...told.headers, date: '', 'x-request-id': '' }, body: unlike(told.body) }
