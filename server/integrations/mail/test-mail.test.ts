import { generateKeyPairSync } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { patienceMs } from '../../../tests/harness/patience.ts'
import { dnsStandIn, type Records } from '../../../tests/stand-ins/dns.ts'
import {
  mailServerCertificate,
  mailServerStandIn,
  type MailServerMood,
  type MailServerStandIn,
} from '../../../tests/stand-ins/mail-server.ts'
import type { MailStep } from '#contract/admin/admin.ts'
import { checkSenderDns } from './check-sender-dns.ts'
import { testMail, testMailServer } from './test-mail.ts'

/** For a server that never answers. Connecting and logging in take less. */
const silentMs = 1000
const settings = { smtpUrl: '', mailFrom: 'Cards <cards@example.com>', productName: 'Carte', publicUrl: 'https://cards.example.com' }

type Options = { smtpUrl?: string; mailFrom?: string; records?: Records; timeoutMs?: number; selector?: string }

async function stepsOf({
  smtpUrl = '',
  mailFrom = settings.mailFrom,
  records = {},
  timeoutMs = patienceMs,
  selector,
}: Options): Promise<MailStep[]> {
  const deps = { settings: { ...settings, smtpUrl, mailFrom }, dns: dnsStandIn(records), timeoutMs }
  return Array.fromAsync(testMail(deps, { to: 'ada@example.net', language: 'en-US', selector }))
}
const namesOf = (steps: MailStep[]) => steps.map(({ step }) => step)
/** The steps of the connection; the sender's domain is not public. */
const connect = (options: Options) => stepsOf({ mailFrom: 'cards@localhost', ...options }).then((steps) => steps.slice(0, -1))

describe('the connection', () => {
  let server: MailServerStandIn | undefined
  afterEach(async () => {
    await server?.[Symbol.asyncDispose]()
    server = undefined
  })
  const urlOf = ({ port }: { port: number }, user = '', scheme = 'smtp', host = 'localhost') => `${scheme}://${user}${host}:${port}`

  test('each step is reported until the server accepts, with its answer', async () => {
    server = await mailServerStandIn({ requiresPassword: true })
    const steps = await connect({ smtpUrl: urlOf(server, 'cards:secret@') })
    expect(namesOf(steps)).toEqual(['resolved', 'connected', 'unencryptedHere', 'loggedIn', 'accepted'])
    expect(steps.at(-1)?.values).toMatchObject({ to: 'ada@example.net', answer: expect.stringMatching(/^250 /) })
    expect(server.received).toMatchObject([{ from: 'cards@localhost', to: ['ada@example.net'] }])
    expect(JSON.stringify(steps)).not.toContain('secret')
  })

  test('only connecting and logging in sends nothing', async () => {
    server = await mailServerStandIn({ requiresPassword: true })
    const deps = { settings: { ...settings, smtpUrl: urlOf(server, 'cards:secret@') }, dns: dnsStandIn({}) }
    expect(namesOf(await Array.fromAsync(testMailServer(deps)))).toEqual(['resolved', 'connected', 'unencryptedHere', 'loggedIn'])
    expect(server.received).toEqual([])
  })

  test.each(['starttls', 'at-once'] as const)('a trusted certificate (%s) is encrypted, with the TLS version', async (tls) => {
    const before = getCACertificates()
    setDefaultCACertificates([...before, mailServerCertificate])
    try {
      server = await mailServerStandIn({ tls })
      const steps = await connect({ smtpUrl: urlOf(server, '', tls === 'at-once' ? 'smtps' : 'smtp') })
      expect(namesOf(steps)).toEqual(['resolved', 'connected', 'encrypted', 'noLogin', 'accepted'])
      expect(steps[2]?.values).toEqual({ version: 'TLSv1.3' })
    } finally {
      setDefaultCACertificates(before)
    }
  })

  test.each<[MailServerMood, string, Record<string, unknown>]>([
    ['wrong-password', 'loginRefused', { answer: '535 No such user …' }],
    ['wrong-sender', 'senderRefused', { answer: '553 <cards@localhost> is not yours', from: 'cards@localhost' }],
    ['nobody-there', 'recipientRefused', { answer: '550 <ada@example.net> does not exist' }],
    ['greylisting', 'greylisted', { answer: '451 4.7.1 Greylisted, come back later' }],
    ['full', 'greylisted', { answer: '452 No room left' }],
    ['spam', 'messageRefused', { answer: '554 5.7.1 This looks like spam [2J' }],
    ['silent-later', 'timedOut', {}],
    ['slow', 'noGreeting', { seconds: '1' }],
    ['cut-off', 'greetingRefused', { answer: expect.stringMatching(/^[45]\d\d Go away/) }],
  ])('a server that is %s ends with %s and its answer', async (mood, step, values) => {
    server = await mailServerStandIn({ requiresPassword: true })
    server.mood = mood
    const steps = await connect({
      smtpUrl: urlOf(server, 'cards:secret@'),
      timeoutMs: mood === 'slow' || mood === 'silent-later' ? silentMs : patienceMs,
    })
    expect(steps.at(-1)).toMatchObject({ step, values })
  })

  test.each([
    ['smtp://', 'at-once', 'noGreeting'],
    ['smtps://', 'none', 'tlsTooEarly'],
    ['smtps://', 'at-once', 'certificate'],
    ['smtp://', 'starttls', 'certificate'],
  ] as const)('%s to a server with TLS %s ends with %s', async (scheme, tls, step) => {
    server = await mailServerStandIn({ tls })
    const steps = await connect({
      smtpUrl: urlOf(server, '', scheme.slice(0, -3)),
      timeoutMs: step === 'noGreeting' ? silentMs : patienceMs,
    })
    expect(namesOf(steps)).toEqual(['resolved', 'connected', step])
  })

  test('a password is not sent to another machine without TLS', async () => {
    server = await mailServerStandIn({ requiresPassword: true })
    const steps = await connect({
      smtpUrl: urlOf(server, 'cards:secret@', 'smtp', 'mail.example.org'),
      records: { 'mail.example.org': { addresses: ['127.0.0.1'] } },
    })
    expect(namesOf(steps)).toEqual(['resolved', 'connected', 'tlsMissing'])
    expect(server.signIns).toEqual([])
  })

  test.each([
    ['an unknown name', 'smtp://mail.example.org', {}, 'nameUnknown'],
    ['a DNS that does not answer', 'smtp://mail.example.org', { 'mail.example.org': 'unavailable' as const }, 'nameUnanswered'],
    [
      'an address that may not be called',
      'smtp://mail.example.org',
      { 'mail.example.org': { addresses: ['169.254.169.254'] } },
      'addressBlocked',
    ],
    ['a closed port', 'smtp://127.0.0.1:1', {}, 'portRefused'],
    ['no server at all', '', {}, 'noServer'],
  ])('%s ends there', async (_what, smtpUrl, records, step) => {
    expect((smtpUrl ? await connect({ smtpUrl, records }) : await stepsOf({})).at(-1)?.step).toBe(step)
  })

  test('something else than a mail server is recognized', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    await new Promise((done) => web.once('listening', done))
    const steps = await connect({ smtpUrl: urlOf(web.address() as AddressInfo, '', 'smtp', '127.0.0.1') })
    web.close()
    expect(steps.at(-1)).toMatchObject({ step: 'notMail', values: { answer: 'HTTP/1.1 400 Bad Request' } })
  })
})

describe('the DNS records of the sender', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  /** A connection that fails at once: the records are checked all the same, without the server's address. */
  const check = async (records: Records, options: Options = {}) => {
    const steps = await stepsOf({ smtpUrl: 'smtp://127.0.0.1:1', ...options, records })
    return steps.slice(steps.findIndex(({ step }) => step === 'portRefused') + 1)
  }
  const good: Records = {
    'example.com': { txt: ['v=spf1 include:_spf.example.org -all', 'other=1'] },
    '_spf.example.org': { txt: ['v=spf1 ip4:198.51.100.0/24 ip6:2001:db8::/32 ~all'] },
    'dkim._domainkey.example.com': { txt: [`v=DKIM1; k=rsa; p=${key}`] },
    '_dmarc.example.com': { txt: ['v=DMARC1; p=quarantine'] },
  }

  test('good records are each one green line', async () => {
    expect(await check(good)).toMatchObject([
      { step: 'spfPresent' },
      { step: 'dkimGood', values: { name: 'dkim._domainkey.example.com' } },
      { step: 'dmarcGood', values: { policy: 'quarantine' } },
    ])
  })

  test('missing records are shown as they should be added', async () => {
    const steps = await check({})
    expect(steps.map(({ step, record = null }) => ({ step, record }))).toEqual([
      { step: 'spfMissing', record: { name: 'example.com', value: 'v=spf1 mx ~all' } },
      // Only the mail provider knows the key.
      { step: 'dkimUnknown', record: null },
      { step: 'dmarcMissing', record: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none; rua=mailto:postmaster@example.com' } },
    ])
  })

  test('the record of a known provider names what it asks to include', async () => {
    const records = { 'email-smtp.eu-west-1.amazonaws.com': { addresses: ['127.0.0.1'] } }
    const steps = await stepsOf({ smtpUrl: 'smtp://email-smtp.eu-west-1.amazonaws.com:1', records })
    expect(steps.find(({ step }) => step === 'spfMissing')?.record?.value).toBe('v=spf1 include:amazonses.com ~all')
  })

  const spf = (value: string): Records => ({ ...good, 'example.com': { txt: [value] } })
  test.each<[string, Records, string, Record<string, string>]>([
    ['two SPF records', { ...good, 'example.com': { txt: ['v=spf1 mx -all', 'v=spf1 a -all'] } }, 'spfSeveral', {}],
    ['SPF for everyone', spf('v=spf1 +all'), 'spfOpen', {}],
    ['an unknown SPF term', spf('v=spf1 ipv4:1.2.3.4 -all'), 'spfBroken', { term: 'ipv4:1.2.3.4' }],
    ['an include without a record', spf('v=spf1 include:gone.example.org -all'), 'spfBroken', { term: 'gone.example.org' }],
    ['an SPF record that includes itself', spf('v=spf1 include:example.com -all'), 'spfLong', {}],
    ['a redirect to a good record', spf('v=spf1 redirect=_spf.example.org'), 'spfPresent', {}],
  ])('%s', async (_what, records, step, values) => {
    expect((await check(records))[0]).toMatchObject({ step, values })
  })

  test.each([
    ['ip4:93.184.216.0/24', 'spfGood', undefined],
    ['ip4:93.184.217.0/24', 'spfElsewhere', 'v=spf1 a:mail.example.com ip4:93.184.217.0/24'],
    ['a:mail.example.com', 'spfGood', undefined],
    ['a:mail.example.com/16', 'spfGood', undefined],
    ['mx', 'spfGood', undefined],
    ['include:_spf.example.org', 'spfElsewhere', 'v=spf1 a:mail.example.com include:_spf.example.org'],
    ['-include:_spf.example.org ?all', 'spfElsewhere', 'v=spf1 a:mail.example.com -include:_spf.example.org ?all'],
  ])('SPF is compared with the public address of the mail server: %s', async (terms, step, toAdd) => {
    const records = { ...spf(`v=spf1 ${terms}`), 'mail.example.com': { addresses: ['93.184.216.34'] } }
    const dns = dnsStandIn({ ...records, 'example.com': { txt: [`v=spf1 ${terms}`], mx: ['mail.example.com'] } })
    const server = { sender: 'cards@example.com', host: 'mail.example.com', address: '93.184.216.34', timeoutMs: patienceMs }
    const [first] = await Array.fromAsync(checkSenderDns(dns, server))
    expect([first?.step, first?.record?.value]).toEqual([step, toAdd])
  })

  test('DKIM: a cut-off key, a revoked key, and a selector without a key', async () => {
    const dkim = async (record: string, selector?: string) =>
      (await check({ ...good, 'dkim._domainkey.example.com': { txt: [record] } }, selector ? { selector } : {}))[1]?.step
    expect(await dkim(`v=DKIM1; p=${key.slice(0, 200)}`)).toBe('dkimBroken')
    expect(await dkim('v=DKIM1; p=')).toBe('dkimBroken')
    expect(await dkim(`v=DKIM1; p=${key}`, 'other')).toBe('dkimMissing')
  })

  test('DMARC: a parent’s policy counts; two records or an unknown policy don’t', async () => {
    const dmarc = async (records: Records, mailFrom = 'cards@example.com') => (await check(records, { mailFrom }))[2]?.step
    expect(await dmarc({ '_dmarc.example.com': { txt: ['v=DMARC1; p=none'] } }, 'cards@mail.example.com')).toBe('dmarcGood')
    expect(await dmarc({ '_dmarc.example.com': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } })).toBe('dmarcBroken')
    expect(await dmarc({ '_dmarc.example.com': { txt: ['v=DMARC1; rua=mailto:a@example.com'] } })).toBe('dmarcBroken')
  })

  test('a DNS that does not answer is not a missing record', async () => {
    expect(await check({ ...good, 'example.com': 'unavailable', '_dmarc.example.com': 'unavailable' })).toMatchObject([
      { step: 'dnsUnanswered' },
      { step: 'dkimGood' },
      { step: 'dnsUnanswered' },
    ])
  })

  test('a DNS that never answers ends the test in time', async () => {
    const never = () => new Promise<never>(() => {})
    const dns = { addresses: never, txt: never, mx: never }
    const deps = { settings: { ...settings, smtpUrl: 'smtp://mail.example.org' }, dns, timeoutMs: 20 }
    const steps = await Array.fromAsync(testMail(deps, { to: 'ada@example.net', language: 'en-US' }))
    expect(namesOf(steps)).toEqual(['nameUnanswered', 'dnsUnanswered', 'dnsUnanswered', 'dnsUnanswered'])
  })

  test('a sender without a public domain is one line', async () => {
    expect(namesOf(await check({}, { mailFrom: 'cards@localhost' }))).toEqual(['senderLocal'])
  })
})
