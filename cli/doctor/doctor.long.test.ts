import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signWith } from '#server/database/keyed-hash.ts'
import { startSelfCheck } from '#server/http/monitoring/self-check.ts'
import { checkSenderDns } from '#server/integrations/mail/check-sender-dns.ts'
import type { Settings } from '#server/settings.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { aDatabaseProxy } from '../../tests/harness/database-proxy.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { dnsStandIn } from '../../tests/stand-ins/dns.ts'
import { mailServerCertificate, mailServerStandIn, type MailServerStandIn } from '../../tests/stand-ins/mail-server.ts'
import { printStep } from '../commands/mail-test.ts'
import { openContext } from '../open-context.ts'
import { runCarte } from '../run-carte.ts'

/** What is in front of the app; a test replaces it. */
let front: RequestListener
const pass: RequestListener = (incoming, outgoing) => void app.listener(incoming, outgoing)
const web = createServer((incoming, outgoing) => front(incoming, outgoing))
let app: TestApp
let mail: MailServerStandIn
let now: Date | null

beforeAll(async () => {
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  mail = await mailServerStandIn()
  const publicUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  app = await anApp({ settings: { publicUrl, smtpUrl: `smtp://127.0.0.1:${mail.port}` } })
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await mail[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(() => {
  front = pass
  now = null
})

async function carte(words: string[], changed: Partial<Settings> = {}, isColored = false) {
  const output: string[] = []
  const notes: string[] = []
  await using context = openContext({
    environment: {},
    settings: { ...app.settings, ...changed },
    terminal: { print: (line) => output.push(line), printNote: (line) => notes.push(line), columns: 400, isColored },
    clock: { now: () => now ?? new Date() },
    dns: dnsStandIn({}),
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  return { code: await runCarte(words, context), output, notes }
}
const doctor = (changed?: Partial<Settings>) => carte(['doctor'], changed)

test('a healthy installation passes every check, and nothing is left behind', async () => {
  const { code, output, notes } = await doctor()
  expect(output.filter((line) => !line.startsWith('✓ '))).toEqual([])
  expect(output.map((line) => line.replace(/^✓ (.*?):.*/, '$1'))).toEqual(
    'Database Storage Mail Public_address Public_address Public_address TLS Time Disk Memory'
      .split(' ')
      .map((name) => name.replace('_', ' ')),
  )
  expect([code, notes]).toEqual([0, []])
  expect(await keysOf(app.deps.storage)).toEqual([])
  expect(mail.received).toEqual([])
})

test('a receiver in WEBHOOK_HOSTS that can’t be resolved is a warning', async () => {
  const { code, output } = await doctor({ webhookHosts: ['127.0.0.1:5678', 'n8n.lan:5678'] })
  expect(output).toContain('✓ Webhooks: 127.0.0.1:5678 in WEBHOOK_HOSTS is 127.0.0.1.')
  expect(output).toContain('! Webhooks: n8n.lan:5678 in WEBHOOK_HOSTS can’t be resolved. Check its name and this machine’s DNS.')
  expect(code).toBe(0)
})

test('as JSON, and in color on a terminal only', async () => {
  const { output } = await carte(['doctor', '--json'])
  expect(JSON.parse(output.join('\n'))).toContainEqual({ name: 'TLS', state: 'ok', text: 'not needed on this machine.' })
  expect((await carte(['doctor'], {}, true)).output[0]).toContain('\u001b[32m✓\u001b[39m Database: ')
})

describe('a problem is one line with advice', () => {
  const remove = (incoming: IncomingMessage, name: string) => {
    const { rawHeaders } = incoming
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
    Reflect.deleteProperty(incoming.headers, name)
  }
  const answer =
    (status: number, headers: Record<string, string> = {}) =>
    (_: IncomingMessage, outgoing: ServerResponse) =>
      void outgoing.writeHead(status, headers).end('{}')
  const without =
    (...names: string[]): RequestListener =>
    (incoming, outgoing) => {
      for (const name of names) remove(incoming, name)
      pass(incoming, outgoing)
    }
  const withAddress: RequestListener = (incoming, outgoing) => {
    incoming.rawHeaders.push('x-forwarded-for', '203.0.113.9')
    incoming.headers['x-forwarded-for'] += ', 203.0.113.9'
    pass(incoming, outgoing)
  }
  const withoutPolicy: RequestListener = (incoming, outgoing) => {
    const { setHeader, writeHead } = outgoing
    outgoing.setHeader = (name, value) =>
      name.toLowerCase() === 'content-security-policy' ? outgoing : setHeader.call(outgoing, name, value)
    outgoing.writeHead = ((status: number, headers: Record<string, string>) => {
      delete headers['content-security-policy']
      return writeHead.call(outgoing, status, headers)
    }) as typeof writeHead
    pass(incoming, outgoing)
  }
  const upTo: RequestListener = (incoming, outgoing) =>
    Number(incoming.headers['content-length']) > 1_000_000
      ? outgoing.writeHead(413, { connection: 'close' }).end()
      : pass(incoming, outgoing)

  test.each<[string, RequestListener, Partial<Settings>, string]>([
    ['another website', answer(200), {}, '✗ Public address: http.* is answered by something else \\(200\\).*Check PUBLIC_URL'],
    ['another installation', answer(404), {}, '✗ Public address: .*something else \\(404\\)'],
    ['a redirect', answer(301, { location: 'https://www.example.com/' }), {}, '✗ .*redirects to https://www.example.com/. Set PUBLIC_URL'],
    ['a proxy without Carte', answer(502), {}, '✗ .*can’t reach Carte \\(502\\). Check the address it forwards to'],
    ['a proxy that limits bodies', upTo, {}, '✗ Public address: uploads of 15.7 MB don’t pass .*client_max_body_size'],
    ['a proxy that removes headers of calls', without('x-csrf', 'cookie'), {}, '✗ .*removes cookie, x-csrf from requests'],
    ['a proxy that removes Range', without('range'), {}, '! Public address: the proxy removes range from requests'],
    ['a proxy that removes response headers', withoutPolicy, {}, '! .*removes content-security-policy from responses'],
    ['an unknown proxy', without('x-forwarded-for'), {}, '! .*a proxy is in front.*set TRUST_PROXY=on'],
    ['a proxy that adds the address', withAddress, { trustProxy: true }, '✓ .*adds the client’s address'],
    ['a proxy that removes the address', without('x-forwarded-for'), { trustProxy: true }, '✗ .*removes X-Forwarded-For'],
    ['a proxy that passes on any address', pass, { trustProxy: true }, '✗ .*anyone can evade rate limits'],
    ['no mail server', pass, { smtpUrl: '' }, '! Mail: SMTP_URL is not set'],
    [
      'a mail server that is down',
      pass,
      { smtpUrl: 'smtp://127.0.0.1:1' },
      '✗ Mail: 127.0.0.1 refuses connections on port 1. Check the port',
    ],
    ['http for everyone', pass, { publicUrl: 'http://cards.example.com' }, '! TLS: PUBLIC_URL is http: .*Put a proxy with TLS in front'],
    ['a port without TLS', pass, { publicUrl: 'https://127.0.0.1:1' }, '✗ TLS: 127.0.0.1:1 doesn’t answer with TLS \\(ECONNREFUSED\\)'],
  ])('%s', async (_what, inFront, settings, line) => {
    front = inFront
    const { code, output } = await doctor(settings)
    expect(output.join('\n')).toMatch(new RegExp(`^${line}`, 'm'))
    expect(code).toBe(output.some((one) => one.startsWith('✗')) ? 1 : 0)
  })

  test('a database that is down is an error, and the rest is still checked', async () => {
    const { code, output, notes } = await doctor({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })
    expect(output[0]).toMatch(/^✗ Database: The PostgreSQL at DATABASE_URL cannot be reached \(ECONNREFUSED\)/)
    expect(output.filter((line) => /^✓ (Storage|Mail|Time|Disk)/.test(line))).toHaveLength(4)
    expect([code, notes]).toEqual([1, ['1 check failed.']])
  })

  test('a connection pooler is recognized: its connections have other process ids', async () => {
    await using database = await aDatabaseProxy(app.settings.databaseUrl ?? '')
    const processId = Buffer.from('K\0\0\0\u000c')
    const pooler = createTcpServer((here) => {
      const there = connect(Number(new URL(database.url).port), '127.0.0.1')
      here.pipe(there).on('data', (bytes: Buffer) => {
        const at = bytes.indexOf(processId)
        if (at >= 0) bytes.writeInt32BE(1, at + processId.length)
        here.write(bytes)
      })
      for (const end of [here, there]) end.on('error', () => {}).on('close', () => [here, there].forEach((one) => one.destroy()))
    })
    await new Promise<void>((done) => pooler.listen(0, '127.0.0.1', done))
    const url = new URL(database.url)
    url.port = String((pooler.address() as AddressInfo).port)
    const { output } = await doctor({ databaseUrl: url.href })
    pooler.close()
    expect(output[0]).toMatch(/^✓ Database: PostgreSQL .* through a connection pooler/)
    expect((await doctor()).output[0]).toMatch(/^✓ Database: PostgreSQL .* your own/)
  })

  test('storage that can’t be written', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-doctor-'))
    await writeFile(join(dataDir, 'pictures'), 'a file in the folder’s place')
    const { output } = await doctor({ dataDir })
    await rm(dataDir, { recursive: true })
    expect(output[1]).toMatch(/^✗ Storage: .*pictures can’t be written \((ENOTDIR|EEXIST)\)/)
  })

  test('clocks: one that differs from the database’s, one before this version', async () => {
    now = new Date(Date.now() + 90_000)
    expect((await doctor()).output).toContainEqual(expect.stringMatching(/^! Database: its clock is \d\d seconds behind .*NTP/))
    now = new Date('2020-01-01T00:00:00Z')
    expect((await doctor()).output).toContainEqual(
      expect.stringMatching(/^✗ Time: the clock says 2020-01-01 00:00 UTC, before .*timedatectl/),
    )
  })

  test('a sort order that changed under the database', async ({ skip }) => {
    const { rows } = await app.deps.pool.query<{ version: string | null }>(
      'select pg_database_collation_actual_version(oid) as version from pg_database where datname = current_database()',
    )
    skip(rows[0]?.version === null, 'C.UTF-8 has a version only since PostgreSQL 17')
    await app.deps.pool.query(`update pg_database set datcollversion = 'older' where datname = current_database()`)
    try {
      expect((await doctor()).output).toContainEqual(expect.stringMatching(/^! Database: .*sort order changed.*REINDEX/))
    } finally {
      await app.deps.pool.query('update pg_database set datcollversion = null where datname = current_database()')
    }
  })

  test('certificates: untrusted, ending soon, expired', async () => {
    const key = readFileSync(new URL('../../tests/stand-ins/push-service.key.pem', import.meta.url))
    const secure = createTlsServer({ cert: mailServerCertificate, key }, pass)
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    const publicUrl = `https://localhost:${(secure.address() as AddressInfo).port}`
    const tls = async () => (await doctor({ publicUrl })).output.find((line) => line.includes(' TLS: '))
    const before = getCACertificates()
    expect(await tls()).toMatch(/^✗ TLS: this machine doesn’t trust .*NODE_EXTRA_CA_CERTS/)
    try {
      setDefaultCACertificates([...before, mailServerCertificate])
      expect(await tls()).toMatch(/^✓ TLS: the certificate of localhost:\d+ is valid for [\d,]+ days/)
      const end = new Date(new X509Certificate(mailServerCertificate).validTo).getTime()
      now = new Date(end - 5 * 86_400_000)
      expect(await tls()).toMatch(/^! TLS: .* ends in 5 days/)
      now = new Date(end + 2 * 86_400_000)
      expect(await tls()).toMatch(/^✗ TLS: .* expired 2 days ago. Renew it/)
    } finally {
      setDefaultCACertificates(before)
      secure.closeAllConnections()
      secure.close()
    }
  })
})

describe('the self-check', () => {
  const ask = (signature?: string) =>
    app.ask('/healthz/self-check', { method: 'POST', body: 'x', headers: signature === undefined ? {} : { 'x-self-check': signature } })

  test('doesn’t exist for those who don’t know the installation’s secret', async () => {
    const forged = `${Date.now()}.${'a'.repeat(32)}.${'b'.repeat(43)}`
    for (const signature of [undefined, '', forged]) expect((await ask(signature)).status).toBe(404)
  })

  test('can’t be repeated after a minute', async () => {
    const { headers } = await startSelfCheck(signWith(app.deps.db))
    const signature = headers['x-self-check']
    expect((await ask(signature)).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect((await ask(signature)).status).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('mail refused', () => {
  test('lists each address with the answer, and clears it with an entry in the audit log', async () => {
    expect(await carte(['mail', 'refused'])).toMatchObject({ code: 0, output: [], notes: ['No address is refused.'] })
    for (const to of ['gone@example.net', 'full@example.net']) {
      mail.recipients.set(to, 'nobody-there')
      for (const _ of [1, 2, 3]) await app.deps.mailer.send({ to, subject: 'x', text: 'x' }).catch(() => {})
    }
    const { output } = await carte(['mail', 'refused'])
    expect(output).toHaveLength(2)
    expect(output[1]).toMatch(/^✗ .*gone@example\.net: “550 .* does not exist”.* Refused 3 times, last on .*Notifications are paused/)
    expect((await carte(['mail', 'refused', '--clear', 'Gone@example.net'])).code).toBe(0)
    expect(await carte(['mail', 'refused', '--clear', 'gone@example.net'])).toMatchObject({
      code: 1,
      notes: ['This address is not refused.'],
    })
    const log = (await carte(['audit', 'mail.clear'])).output.join('\n')
    expect(log).toContain('mail.clear')
    expect(log.toLowerCase()).not.toContain('gone@example.net')
    expect((await carte(['mail', 'refused', '--clear-all'])).output).toEqual(['Cleared: 1.'])
    expect(JSON.parse((await carte(['mail', 'refused', '--json'])).output.join('\n'))).toEqual([])
  })
})

describe('mail test', () => {
  const send = (...words: string[]) => carte(['mail', 'test', ...words])

  test('prints each step and the records to add, and is in the audit log', async () => {
    const { code, output } = await carte(['mail', 'test', 'ada@example.net'], { mailFrom: 'cards@example.com' })
    expect(code).toBe(0)
    expect(output).toContainEqual(expect.stringMatching(/^✓ Accepted for ada@example.net: “250 /))
    expect(output).toContainEqual('  example.com TXT "v=spf1 mx ~all"')
    const log = (await carte(['audit', 'mail.test'])).output.join('\n')
    expect(log).toContain('mail.test')
    expect(log).not.toContain('ada@example.net')
  })

  test('fails if the server refuses, with its answer', async () => {
    mail.mood = 'nobody-there'
    const { code, output, notes } = await send('ada@example.net')
    mail.mood = 'good'
    expect(output).toContainEqual(expect.stringMatching(/^✗ The server refused the recipient ada@example.net: “550 .* does not exist”/))
    expect([code, notes]).toEqual([1, ['The mail server has not accepted the test email.']])
  })

  test('a record in the DNS can’t control the terminal', async () => {
    const dns = dnsStandIn({ 'example.com': { txt: ['v=spf1 ip4:192.0.2.1 exp=\u001b[2J ~all'] } })
    const server = { sender: 'cards@example.com', host: 'mail.example.com', address: '93.184.216.34', timeoutMs: patienceMs }
    const output: string[] = []
    for (const step of await Array.fromAsync(checkSenderDns(dns, server)))
      printStep({ print: (line) => output.push(line), printNote: () => {}, columns: 400 }, step)
    expect(output).toContain('  example.com TXT "v=spf1 a:mail.example.com ip4:192.0.2.1 exp=·[2J ~all"')
    expect(output.join('')).not.toContain('\u001b')
  })

  test('an invalid address or selector is refused', async () => {
    expect(await send('ada')).toMatchObject({ code: 2, notes: ['“ada” is not an email address.'] })
    expect((await send('ada@example.net', '--selector', 'a b')).code).toBe(2)
  })
})
