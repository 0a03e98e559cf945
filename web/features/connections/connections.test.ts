import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadMessages, translatorFor } from '../../i18n/use-translate.ts'
import { answerOf } from './delivery-answer.ts'

const read = (name: string) => readFileSync(new URL(`snippets/${name}`, import.meta.url), 'utf8')

const key = Buffer.from('a signing secret of 32 characters')
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"contact.created","data":{"contact":{"fullName":"Zoë"}}}'

function headersOf(at = Date.now()) {
  const [id, timestamp] = ['msg_1', String(Math.floor(at / 1000))]
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  // While a secret is replaced there are two.
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${key.toString('base64')} v1,${signature}` }
}

type Verify = (input: object) => string
const run = (command: string, flags: string[], code: string, input: object) =>
  execFileSync(command, [...flags, code], { input: JSON.stringify(input), encoding: 'utf8' })
    .trim()
    .toLowerCase()
const typescript: Verify = (input) =>
  run(
    process.execPath,
    ['--input-type=module-typescript', '-e'],
    `${read('verify.ts.txt')}
import { readFileSync } from 'node:fs'
const { secret, headers, body } = JSON.parse(readFileSync(0, 'utf8'))
console.log(isFromCard(secret, headers, body))`,
    input,
  )
const python: Verify = (input) =>
  run(
    'python3',
    ['-c'],
    `${read('verify.py')}
import json, sys
given = json.loads(sys.stdin.buffer.read())
print(is_from_card(given["secret"], given["headers"], given["body"].encode()))`,
    input,
  )
const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each([['TypeScript', typescript], ...(hasPython ? [['Python', python] as const] : [])] as const)(
  'the snippet in %s',
  (_, verify) => {
    test('accepts what is signed with the secret', () => {
      expect(verify({ secret, headers: headersOf(), body })).toBe('true')
    })

    test.each([
      ['a body changed by a space', { body: `${body} ` }],
      ['another secret', { secret: `whsec_${Buffer.from('another').toString('base64')}` }],
      ['a request of ten minutes ago', { headers: headersOf(Date.now() - 600_000) }],
    ])('refuses %s', (_, change) => {
      expect(verify({ secret, headers: headersOf(), body, ...change })).toBe('false')
    })
  },
)

test('an answer says its status, and how long it took or which attempt it was', async () => {
  await loadMessages('en-US')
  const t = translatorFor('en-US')
  expect(answerOf({ state: 'sent', status: 200, tookMs: 182, attempts: 1 }, t)).toBe('200 in 182 ms')
  expect(answerOf({ state: 'sent', status: 200, tookMs: 1240, attempts: 2 }, t)).toBe('200 in 1.2 s')
  expect(answerOf({ state: 'waiting', status: 503, tookMs: 20, attempts: 3 }, t)).toBe('503, try 3 of 10')
  expect(answerOf({ state: 'waiting', status: null, tookMs: null, attempts: 1 }, t)).toBe('No answer, try 1 of 10')
  expect(answerOf({ state: 'waiting', status: null, tookMs: null, attempts: 0 }, t)).toBe('Not tried yet')
  expect(answerOf({ state: 'failed', status: 503, tookMs: 20, attempts: 10 }, t)).toBe('503, try 10 of 10')
  expect(answerOf({ state: 'failed', status: 422, tookMs: 20, attempts: 1 }, t)).toBe('422')
})
