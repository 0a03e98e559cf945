import type { Call } from './make-call.ts'
import type { Dice } from '../dice.ts'
import { mutateBytes } from './mutate-bytes.ts'

/** A whole request as bytes. */
export function requestBytes({ method, path, headers, body }: Call, cookie: string | undefined): Buffer {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  const all = {
    host: 'localhost:3000',
    ...headers,
    ...(cookie ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-length': content.length }),
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'), content])
}

const onHead = (bytes: Buffer, change: (head: string) => string): Buffer => {
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.concat([Buffer.from(change(bytes.toString('latin1', 0, end)), 'latin1'), bytes.subarray(end)])
}
const withLines = (bytes: Buffer, ...lines: string[]) => onHead(bytes, (head) => [head, ...lines].join('\r\n'))
const withTarget = (bytes: Buffer, change: (target: string) => string) =>
  onHead(bytes, (head) => head.replace(/^(\S+) (\S+)/, (_, method: string, target: string) => `${method} ${change(target)}`))
const bodyOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
const headOnly = (bytes: Buffer) => onHead(bytes, (head) => head.replace(/\r\ncontent-length: \d+/i, '')).subarray(0)

type Mutate = (bytes: Buffer, dice: Dice) => Buffer

/** Ways to turn a valid request into bytes that no browser sends. */
export const mutations = {
  'mutated bytes': mutateBytes,
  'mutated head': (bytes, dice) => {
    const end = bytes.indexOf('\r\n\r\n') + 4
    return Buffer.concat([mutateBytes(bytes.subarray(0, end), dice), bytes.subarray(end)])
  },
  method: (bytes, dice) =>
    onHead(bytes, (head) =>
      head.replace(
        /^\S+/,
        dice.one(['', 'get', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'PRI', 'X'.repeat(5000), 'GET\0', 'G\tT', 'PURGE', 'M-SEARCH']),
      ),
    ),
  protocol: (bytes, dice) =>
    onHead(bytes, (head) =>
      head.replace(
        /HTTP\/1\.1/,
        dice.one(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', '', 'HTTP/1.11', 'http/1.1', 'HTTP/9.9', 'RTSP/1.0', 'HTTP/1.1 x']),
      ),
    ),
  target: (bytes, dice) =>
    withTarget(bytes, (target) =>
      dice.one([
        '*',
        '/',
        '//',
        '//evil.example/',
        'http://evil.example/',
        'http://',
        'localhost:80',
        '\\',
        '/\\evil',
        '/../../../etc/passwd',
        '/%2e%2e/%2e%2e/x',
        `${target}#x`,
        `/${target}`,
        `http://localhost:3000${target}`,
        `http://u:p@localhost:99999${target}`,
        '/%',
        '/%zz',
        '/%c0%af',
        '/%ff',
        '/\xff\xfe',
        '/\xc3\x28',
        '/\x00',
        '/a\tb',
        `/${'a'.repeat(20_000)}`,
        `/${'%41'.repeat(700)}`,
        `/?${'a=1&'.repeat(2000)}`,
        `${target}?${'x'.repeat(9000)}`,
        '?',
        '',
      ]),
    ),
  chunks: (bytes, dice) => {
    const body = bodyOf(bytes).toString('latin1')
    const size = body.length.toString(16)
    const framed = dice.one([
      `${size}\r\n${body}\r\n0\r\n\r\n`,
      `${size}\r\n${body}\r\n`,
      `zz\r\n${body}`,
      `-1\r\n${body}`,
      `${'f'.repeat(17)}\r\n${body}`,
      `${size};${'x=y;'.repeat(5000)}\r\n${body}\r\n0\r\n\r\n`,
      `${size}\n${body}\n0\n\n`,
      `0\r\n${'trailer: x\r\n'.repeat(2000)}\r\n`,
      `1\r\n`,
      [...body].map((letter) => `1\r\n${letter}\r\n`).join('') + '0\r\n\r\n',
      ` ${size}\r\n${body}\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      `0x${size}\r\n${body}\r\n0\r\n\r\n`,
    ])
    const coding = dice.one([
      'chunked',
      'Chunked',
      'chunked, identity',
      'gzip, chunked',
      'chunked\r\nTransfer-Encoding: chunked',
      'xchunked',
      ' chunked',
      'identity',
    ])
    const head = onHead(bytes, (headText) => `${headText.replace(/\r\ncontent-length: \d+/i, '')}\r\nTransfer-Encoding: ${coding}`)
    return Buffer.concat([head.subarray(0, head.indexOf('\r\n\r\n') + 4), Buffer.from(framed, 'latin1')])
  },
  'content lengths': (bytes, dice) =>
    withLines(
      bytes,
      ...dice.one([
        ['Content-Length: 0'],
        ['Content-Length: -1'],
        ['Content-Length: +3'],
        ['Content-Length: 3, 3'],
        ['Content-Length: 0x10'],
        ['Content-Length: 99999999999999999999'],
        ['Content-Length: 5', 'Content-Length: 6'],
        ['Content-Length: 4', 'Transfer-Encoding: chunked'],
        ['Content-Length : 3'],
        ['Content-Length: 1e3'],
        ['Content-Length:'],
      ]),
    ),
  'many headers': (bytes, dice) =>
    withLines(bytes, ...Array.from({ length: dice.one([300, 1999, 2500]) }, (_, at) => (dice.chance(0.9) ? `x${at}: 1` : 'cookie: a=b'))),
  'long header': (bytes, dice) =>
    withLines(
      bytes,
      `${dice.one(['cookie', 'x-a', 'accept-language', 'user-agent', 'range'])}: ${dice.one(['a', '\xff', ',', ';', '=']).repeat(dice.one([4000, 8190, 16_000, 70_000]))}`,
    ),
  'header lines': (bytes, dice) =>
    withLines(
      bytes,
      dice.one([
        'x: 1\r\n folded',
        ' x: 1',
        ': 1',
        'no colon',
        'a b: 1',
        'x\0: 1',
        'x: \0',
        'x: \x01\x7f',
        'host: evil.example',
        'host:',
        'host: a b',
        'host: [',
        'X-CSRF: 1\nx: y',
        '\xe9: 1',
        'connection: close, upgrade\r\nupgrade: websocket',
        'upgrade: h2c\r\nhttp2-settings: x\r\nconnection: upgrade',
        'expect: 100-continue',
        'expect: x',
        'te: trailers',
        'connection: content-length',
        'keep-alive: timeout=x',
      ]),
    ),
  'bare line feeds': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  'no host': (bytes) => onHead(bytes, (head) => head.replace(/\r\nhost: [^\r]*/, '')),
  truncated: (bytes, dice) => bytes.subarray(0, dice.below(bytes.length)),
  'invalid UTF-8': (bytes, dice) =>
    Buffer.concat([
      headOnly(bytes).subarray(0, bytes.indexOf('\r\n\r\n')),
      Buffer.from('\r\ncontent-length: 6\r\n\r\n'),
      dice.one([Buffer.from('"\xff\xfe\x80"x', 'latin1'), Buffer.from('\xed\xa0\x80{}x', 'latin1'), Buffer.alloc(6)]),
    ]),
  pipelined: (bytes) => Buffer.concat([bytes, bytes, bytes]),
  'other protocol': (_, dice) =>
    dice.one([
      Buffer.from('16030100a5010000a10303', 'hex'),
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      dice.bytes(200),
      Buffer.from('\r\n'.repeat(3000)),
      Buffer.from('SSH-2.0-x\r\n'),
      Buffer.alloc(20_000),
    ]),
} satisfies Record<string, Mutate>

const mutationNames = Object.keys(mutations) as (keyof typeof mutations)[]
export const pickMutation = (dice: Dice): keyof typeof mutations => dice.one(mutationNames) ?? 'mutated bytes'
