import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/integrations/log.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { mailServerStandIn, type MailServerStandIn } from '../stand-ins/mail-server.ts'
import { aWholePerson } from './a-whole-person.ts'
import { callEverything, from, type Known } from './call-everything.ts'
import { findInTables } from './search-store.ts'

let logged = ''
let echo: Server
let mail: MailServerStandIn
let app: TestApp
let known: Known
let cookies: string[]
beforeAll(async () => {
  // Every provider fails and echoes its input.
  echo = createServer((request, response) => {
    const output: Buffer[] = []
    request.on('data', (bytes: Buffer) => output.push(bytes))
    request.on('end', () => response.writeHead(500).end(`zqmark ${request.url} ${Buffer.concat(output).toString()}`))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => echo.once('listening', done))
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
  mail = await mailServerStandIn()
  mail.mood = 'nobody-there'
  const settings = {
    captchaCost: 1,
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    geocoder: 'nominatim' as const,
    geocoderUrl: url,
    bridgeUrl: url,
    bridgeToken: 'zqmark-token',
    lenderReviewsUrl: url,
    lenderPartnerId: 'zqmark-partner',
    stripeUrl: url,
    stripeSecretKey: 'sk_test_zqmark',
    stripeWebhookSecret: 'whsec_zqmark',
  }
  app = await anApp({ settings, outside: { log: createLog('debug', (lines) => void (logged += lines)) } })
  const person = await aWholePerson(app, app.deps.clock.now())
  const { rows } = await app.deps.db.execute<{ email: string }>(sql`select email from account where id = ${person.accountId}`)
  known = { ...person, email: rows[0]?.email ?? '' }
  cookies = ['', person.cookie]
}, 300_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
  echo.closeAllConnections()
  echo.close()
})

const addresses = ['203.0.113.77', '2001:db8:77:1:2:3:4:5']
/** The network part of an IPv6 address, and plain hashes of both. */
const formsOf = (address: string) => {
  const forms = [address, ...(address.includes(':') ? [address.split(':').slice(0, 4).join(':')] : [])]
  const hashes = forms.flatMap((form) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((kind) =>
      (['hex', 'base64', 'base64url'] as const).map((shape) => createHash(kind).update(form).digest(shape).slice(0, 30)),
    ),
  )
  return [...forms, ...hashes]
}

test('PRIVACY the debug log of all calls and failing providers names no person', async () => {
  const [nobodys = '', owners = ''] = cookies
  const [four = '', six = ''] = addresses
  await callEverything(app, { fetch: app.fetch, known, cookie: nobodys, address: six })
  await callEverything(app, { fetch: app.fetch, known, cookie: owners, address: four })
  await app.deps.db.execute(sql`update account set is_operator = true where email = ${known.email}`)
  await callEverything(app, { fetch: app.fetch, known, cookie: owners, address: four })
  await app.deps.jobs.settle()
  app.deps.log.flush()

  const lines = logged.split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(600)
  expect(lines.filter((line) => /job-failed|not-fetched|not-read/.test(line))).not.toEqual([])
  // The alias is personal as well; addresses that contain it are not logged.
  expect(lines.filter((line) => /zqmark|\(207\)/i.test(line)).slice(0, 5)).toEqual([])
  const ofCallers = [...addresses, '198.51.100.88'].flatMap(formsOf)
  expect(ofCallers.filter((shape) => logged.includes(shape))).toEqual([])
  // No client address, whole or as a plain hash, is anywhere in the database.
  expect(await findInTables(app.deps.db, ofCallers)).toEqual([])
}, 300_000)

test('PRIVACY no request can forge a log line', async () => {
  logged = ''
  const forged = '%0A%7B%22level%22%3A%22error%22%2C%22event%22%3A%22zqmark-forged%22%7D'
  for (const path of [
    `/${forged}`,
    `/remote/api/public/e-card-by-alias/${forged}`,
    `/api/${forged}?x=${forged}`,
    `/bff/login?returnUrl=${forged}`,
  ])
    await app.fetch(new Request(new URL(path, app.settings.publicUrl), { headers: { 'x-csrf': '1' } }), from('203.0.113.77'))
  app.deps.log.warn('seen', {
    name: 'a\n{"level":"error","event":"zqmark-forged"}\r\u2028',
    error: new Error('x\n{"event":"zqmark-forged"}'),
  })
  app.deps.log.flush()
  const events = logged
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events.filter((event) => event !== 'answered')).toEqual(['seen'])
})
