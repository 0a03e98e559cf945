import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailServerStandIn, type MailServerMood, type MailServerStandIn } from '../../tests/stand-ins/mail-server.ts'
import { createLog } from './log.ts'
import { createMailer, type Mail } from './mail.ts'
import { RecipientRefused } from './mail/recipient-refused.ts'
import { listOutbox } from './mail/read-outbox.ts'
import { removeMails, removePartialFiles } from './mail/remove-mails.ts'

let dataDir = ''
let lines = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carte-mail-'))
  lines = ''
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const log = createLog('info', (text) => (lines += text))
const own = { smtpUrl: '', mailFrom: '', productName: 'Carte', publicUrl: 'https://cards.example.com' }
const aMailer = (settings: Partial<typeof own> = {}, timeoutMs?: number) =>
  createMailer({ ...own, dataDir, ...settings }, log, { timeoutMs })
const aMail: Mail = { to: 'ada@example.com', subject: 'Zoë just connected', text: 'Call 207-555-0101' }

describe('without a mail server', () => {
  const outbox = () => join(dataDir, 'outbox')

  test('a mail is a file that only the administrator can read, named in the log', async () => {
    await aMailer().send({ ...aMail, html: '<p>Call</p>', attachments: [{ name: 'ada.vcf', type: 'text/vcard', content: 'BEGIN:VCARD' }] })
    const [name = '', plain = ''] = await readdir(outbox())
    const source = await readFile(join(outbox(), name), 'utf8')

    expect(await readFile(join(outbox(), plain), 'utf8')).toBe('To: ada@example.com\nSubject: Zoë just connected\n\nCall 207-555-0101\n')
    expect((await stat(join(outbox(), plain))).mode & 0o777).toBe(0o600)
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[\da-f]{8}\.eml$/)
    expect(source).toMatch(/^From: Carte <no-reply@cards\.example\.com>\r\n/m)
    expect(source).toMatch(/^To: ada@example\.com\r\n/m)
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(source).toMatch(/filename=ada\.vcf/)
    expect((await stat(join(outbox(), name))).mode & 0o777).toBe(0o600)
    expect((await stat(outbox())).mode & 0o777).toBe(0o700)
    log.flush()
    expect(JSON.parse(lines)).toMatchObject({ event: 'mail-in-outbox', file: name })
    expect(lines).not.toContain('ada@')
  })

  test('the terminal names its recipient, subject and login link, and no link of others', async () => {
    let printed = ''
    const mailer = createMailer({ ...own, dataDir }, log, { printMail: (text) => (printed += stripVTControlCharacters(text)) })
    const link = 'https://cards.example.com/account/link?token=abc-DEF_123'
    await mailer.send({ ...aMail, text: `Log in:\n\n${link}`, address: link })
    expect(printed).toBe(`✉ Zoë just connected for ada@example.com\n  ${link}\n`)

    printed = ''
    await mailer.send({ ...aMail, text: `My notes: ${link}`, address: 'https://cards.example.com/zoe/my-contacts' })
    expect(printed).toMatch(/^✉ Zoë just connected for ada@example\.com\n  \/.+\/outbox\/[^\n]+\.txt\n$/)
  })

  test.each([
    ['a second recipient', { to: 'ada@example.com, eve@example.com' }],
    ['a line break in the address', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a line break in a header', { headers: { 'Reply-To': 'ada@example.com\nBcc: eve@example.com' } }],
  ])('%s is rejected, and nothing is sent', async (_what, issue) => {
    await expect(aMailer().send({ ...aMail, ...issue })).rejects.toThrow(/A mail needs|of a mail/)
    await expect(readdir(outbox())).rejects.toThrow('ENOENT')
  })

  test('an attachment that looks like a path or URL stays text', async () => {
    await aMailer({ mailFrom: 'Cards <cards@example.com>' }).send({ ...aMail, html: '<img src="file:///etc/passwd">' })
    const [name = ''] = await readdir(outbox())
    const source = await readFile(join(outbox(), name), 'utf8')
    expect(source).toContain('From: Cards <cards@example.com>')
    expect(source).not.toContain('root:')
  })
})

describe('mails to an erased address', () => {
  test('are removed in any spelling; similar addresses stay', async () => {
    const others = ['joann@x.com', 'ann@x.com', 'jo.ann@x.co', 'ann@x.co.example']
    for (const to of [...others, 'ann@x.co', 'Ann@X.co']) await aMailer().send({ ...aMail, to })
    await writeFile(join(dataDir, 'outbox', '2026-11-20T10-00-00-000Z-aaaaaaaa.eml'), 'To: Ann <ann@x.co>\r\n\r\n')
    await removeMails(dataDir, { to: 'ann@X.co' })
    const left = await listOutbox(dataDir, { before: undefined, limit: 10 })
    expect(left.map(({ to }) => to).toSorted()).toEqual(others.toSorted())
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(2 * others.length)
  })
})

describe('a partial file in the outbox', () => {
  const left = ['.2026-11-20T10-00-00-000Z-aaaaaaaa.eml', '.2026-11-20T12-00-00-000Z-bbbbbbbb.eml', '2026-11-20T10-00-00-000Z-cccccccc.eml']
  beforeEach(async () => {
    await mkdir(join(dataDir, 'outbox'))
    for (const name of left) await writeFile(join(dataDir, 'outbox', name), 'To: ada@example.com')
  })

  test('is removed once old; complete and current files stay', async () => {
    await removePartialFiles(dataDir, new Date('2026-11-20T11:00:00Z'))
    expect((await readdir(join(dataDir, 'outbox'))).toSorted()).toEqual(left.slice(1))
  })

  test('is not removed as an old mail: it may be in use', async () => {
    await removeMails(dataDir, { before: new Date('2026-11-20T11:00:00Z') })
    expect((await readdir(join(dataDir, 'outbox'))).toSorted()).toEqual(left.slice(0, 2))
  })
})

describe('with a mail server', () => {
  let server: MailServerStandIn
  const at = (user = '') => ({ smtpUrl: `smtp://${user}127.0.0.1:${server.port}` })
  afterEach(() => server[Symbol.asyncDispose]())

  test('a mail is delivered once, to one recipient', async () => {
    server = await mailServerStandIn()
    await aMailer(at()).send(aMail)
    expect(server.received).toMatchObject([{ from: 'no-reply@cards.example.com', to: ['ada@example.com'] }])
    expect(server.received[0]?.source).toMatch(/^Auto-Submitted: auto-generated\r\n/m)
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT')
  })

  test('user and password of the URL are decoded', async () => {
    server = await mailServerStandIn({ requiresPassword: true })
    await aMailer(at('cards%40example.com:p%40ss%2Fword@')).send(aMail)
    expect(server.signIns).toEqual([{ user: 'cards@example.com', password: 'p@ss/word' }])
    expect(server.received).toHaveLength(1)
  })

  test('a password is never sent unencrypted to another host', async () => {
    server = await mailServerStandIn({ requiresPassword: true })
    const far = { smtpUrl: `smtp://cards:secret@[::ffff:127.0.0.1]:${server.port}` }
    await expect(aMailer(far).send(aMail)).rejects.toThrow('did not take a mail (ETLS')
    expect(server.signIns).toEqual([])
  })

  test.each<[MailServerMood, string]>([
    ['wrong-password', 'EAUTH 535'],
    ['nobody-there', 'EENVELOPE 550'],
    ['full', 'EMESSAGE 452'],
    ['cut-off', ''],
    ['slow', 'ETIMEDOUT'],
  ])('%s: throws the server’s codes without name, address or password', async (mood, codes) => {
    server = await mailServerStandIn({ requiresPassword: true })
    server.mood = mood
    const failure = await aMailer(at('cards:secret@'), mood === 'slow' ? 200 : 5000)
      .send(aMail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toContain(`The mail server did not take a mail (${codes}`)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/secret|ada@|cards@/)
    expect(server.received).toEqual([])
  })

  test.each([
    ['nobody-there', 'recipientRefused', /^550 <ada@example\.com> does not exist$/],
    ['spam', 'messageRefused', /^554 5\.7\.1 This looks like spam \[2J$/],
  ] as const)('%s for one recipient is permanent, with the answer in one line', async (mood, step, answer) => {
    server = await mailServerStandIn()
    server.recipients.set('ada@example.com', mood)
    const failure = await aMailer(at())
      .send(aMail)
      .catch((error: unknown) => error)
    if (!(failure instanceof RecipientRefused)) throw new Error('no RecipientRefused')
    expect(failure.rejection).toEqual({ step, answer: expect.stringMatching(answer) })
    expect(inspect(failure, { showHidden: true })).not.toContain('ada@')
    await aMailer(at()).send({ ...aMail, to: 'bob@example.com' })
    expect(server.received).toHaveLength(1)
  })

  test.each<MailServerMood>(['greylisting', 'full', 'hung-up', 'cut-off', 'wrong-sender', 'wrong-password', 'no-relay'])(
    '%s is no permanent refusal of a recipient',
    async (mood) => {
      server = await mailServerStandIn({ requiresPassword: true })
      server.mood = mood
      const failure = await aMailer(at('cards:secret@'))
        .send(aMail)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(RecipientRefused)
    },
  )

  test('an unreachable server fails within the timeout', async () => {
    server = await mailServerStandIn()
    const { port } = server
    await server[Symbol.asyncDispose]()
    await expect(aMailer({ smtpUrl: `smtp://127.0.0.1:${port}` }, 200).send(aMail)).rejects.toThrow('did not take a mail')
  })
})
