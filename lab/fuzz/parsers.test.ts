import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { UserError } from '#server/common/user-error.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import { decodeFile } from '#server/admin/import/decode-file.ts'
import { readImportFile } from '#server/cards/imports/read-import.ts'
import { deviceName } from '#server/accounts/sessions/device-name.ts'
import { chooseEncoding } from '#server/http/cache/compress.ts'
import { isUnchanged } from '#server/http/cache/cached-response.ts'
import { guardAddress } from '#server/http/security/guard-address.ts'
import { networkOf } from '#server/http/visitor.ts'
import { decodePicture } from '#server/media/processing/decode-picture.ts'
import { readMessage } from '#server/integrations/mail/read-message.ts'
import { textOf } from '#server/integrations/storage/read-xml.ts'
import { packEnd, packEntry, unpack } from '#server/integrations/tar.ts'
import { readOutcome } from '#server/integrations/web-push.ts'
import { readArchive } from '#server/privacy/read-archive.ts'
import { parseToken } from '#server/push/subscription.ts'
import { readSettings } from '#server/settings.ts'
import { requestLanguage } from '#common/request-language.ts'
import { isCardMessage, isPreviewMessage } from '../../web/features/preview/read-preview-message.ts'
import { readMessage as readWorkerMessage } from '../../web/platform/app/worker-messages.ts'
import { parsePush, readPush } from '../../web/worker/show-push.ts'
import { diceOf } from '../dice.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { corruptJson, corruptValue } from './corrupt.ts'

type Parser = { about: string; examples: readonly (string | Buffer)[]; read(bytes: Buffer, text: string): unknown; times?: number }

const at = new Date('2026-11-27T12:00:00Z')
const pack = (name: string, body: string) => packEntry({ name, body: Buffer.from(body) }, at)
const head = JSON.stringify({ kind: 'carte-archive', formatVersion: 1, madeAt: at.toISOString(), product: 'carte' })
const tar = Buffer.concat([...pack('archive.json', head), ...pack('cards/ada/contacts/0001.jsonl', '{"name":"Ada"}\n'), packEnd()])
const json = (value: unknown) => JSON.stringify(value)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAKElEQVR4nGP8z8BANmAiX+uo5lHNo5pHNY9qHtU8qnlU86jmUc1U0AwAn0oBJzR4m7kAAAAASUVORK5CYII=',
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const chrome =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1'
const mail =
  'From: a@example.com\r\nSubject: =?utf-8?q?H=C3=A9?=\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n--x--\r\n'

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const parsers: Parser[] = [
  { about: 'an archive', examples: [gzipSync(tar)], read: (bytes) => Array.fromAsync(readArchive(once(bytes))) },
  { about: 'the tar of an archive', examples: [tar], read: (bytes) => Array.fromAsync(readArchive(once(gzipSync(bytes)))) },
  { about: 'a tar file', examples: [tar], read: (bytes) => Array.fromAsync(unpack(once(bytes))) },
  {
    about: 'a CSV of cards',
    examples: ['alias,fullName\r\nada,"Ada ""A"" Winter"\r\nbob,Bob\r\n', 'alias;fullName\nada;x\n'],
    read: (bytes) => Array.fromAsync(parseCsv(decodeFile(once(bytes), 'utf-8'))),
  },
  {
    about: 'a file with a card to import',
    examples: [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Winter;Ada;;;\r\nitem1.URL:https\\://a.example\r\nPHOTO;ENCODING=b:AAAA\r\nEND:VCARD\r\n',
      'Name,Email,Website\r\nAda,ada@a.example,"https://a.example"\r\n',
      json({ account: { pageTitle: 'Ada', links: [{ url: 'https://a.example' }] } }),
      '<!doctype html><title>Ada</title><meta property="og:title" content="Ada"><a href=https://a.example>a</a><script type="application/ld+json">{"@type":"Person","name":"Ada"}</script>',
    ],
    read: (bytes) => readImportFile({ pageReader: { read: async () => null } }, bytes),
    times: 200,
  },
  { about: 'a picture', examples: [png, gif], read: (bytes) => decodePicture(bytes), times: 60 },
  { about: 'an email', examples: [mail], read: (bytes) => readMessage(bytes.toString('latin1')) },
  {
    about: 'a response of a bucket',
    examples: ['<R><Key>a&amp;b&#65;&#x1F600;</Key><Next>x</Next></R>', '<R><Key>&#99999999;&#xffffffff;</Key></R>'],
    read: (_, text) => [textOf(text, 'Key'), textOf(text, 'Next')],
  },
  {
    about: 'a response of a push service',
    examples: ['120', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    read(_, text) {
      const outcome = readOutcome({ status: 429, retryAfter: text, body: text }, at)
      if (typeof outcome === 'object') expect(outcome.retryAfterSeconds).toBeLessThanOrEqual(86_400)
    },
  },
  {
    about: 'a push subscription',
    examples: [json({ endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'x', auth: 'y' } })],
    read: (_, text) => parseToken(text),
  },
  {
    about: 'a push',
    examples: [
      json({ notification: { title: 'Hello', body: 'You', navigate: '/ada/home', data: { alias: 'ada', path: '/ada/home', topic: 'x' } } }),
    ],
    read(_, text) {
      const { notice, title } = readPush(
        parsePush(() => text),
        { origin: 'https://cards.example', otherwise: 'News' },
      )
      expect(title).not.toBe('')
      if (notice?.path) expect(new URL(notice.path, 'https://cards.example').origin).toBe('https://cards.example')
    },
  },
  {
    about: 'a message to the preview',
    examples: [
      json({ source: 'carte-account', type: 'menu', isOpen: true }),
      json({ source: 'carte-account', type: 'subject', subject: { fullName: 'x' } }),
      json({ source: 'carte-card', type: 'loaded', alias: 'ada' }),
    ],
    read(_, text) {
      const parsed: unknown = JSON.parse(text)
      return [isPreviewMessage(parsed), isCardMessage(parsed)]
    },
  },
  {
    about: 'settings',
    examples: ['PORT=3000\nTRIAL_DAYS=30\nPUBLIC_URL=http://localhost\nCURRENCY=USD'],
    read: (_, text) => readSettings(Object.fromEntries(text.split('\n').map((line) => line.split('=', 2)))),
  },
  {
    about: 'a message to the worker',
    examples: [json({ kind: 'apply' }), json({ kind: 'keep', alias: 'ada', language: 'en' })],
    read(_, text) {
      const parsed = readWorkerMessage(JSON.parse(text))
      if (parsed?.kind === 'keep') expect(parsed.alias).toMatch(/^[a-z0-9][a-z0-9-]*$/i)
    },
  },
  { about: 'a device', examples: [chrome], read: (_, text) => deviceName(text) },
  {
    about: 'a client address',
    examples: ['2001:db8::1', '::ffff:1.2.3.4', '10.0.0.1', 'fe80::1%eth0'],
    read: (_, text) => networkOf(text),
  },
  {
    about: 'languages',
    examples: ['fr-CA,fr;q=0.9,en;q=0.8'],
    read: (bytes) => requestLanguage(new Request('http://x', { headers: { 'accept-language': bytes.toString('latin1') } })),
  },
  {
    about: 'encodings and conditional requests',
    examples: ['gzip, deflate, br;q=0.1', 'W/"a", "b"'],
    read: (_, text) => [chooseEncoding(text), isUnchanged({ status: 200, etag: 'W/"a"' }, text)],
  },
  { about: 'an address', examples: ['http://localhost/ada/home?x=%20y#z'], read: (_, text) => guardAddress(text) },
]

/** Expected errors: a user error, a problem, or JavaScript's own for invalid JSON, headers and schemas. */
const isExpectedError = (error: unknown) =>
  error instanceof Error &&
  (error instanceof UserError ||
    /^(ZodError|SyntaxError)$/.test(error.constructor.name) ||
    'problem' in error ||
    /invalid (header )?value|ByteString/i.test(error.message))

/** Another one: `npm run fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

test.each(parsers)('whatever is given as $about is read or refused', async ({ about, examples, read, times = 400 }) => {
  const unexpected: unknown[] = []
  const dice = diceOf(seed)
  for (let turn = 0; turn < times; turn++) {
    const example = dice.one(examples) ?? ''
    const isJson = typeof example === 'string' && example.startsWith('{')
    const spoiled =
      turn < examples.length
        ? Buffer.from(examples[turn] ?? '')
        : isJson && dice.chance(0.7)
          ? Buffer.from(corruptJson(corruptValue(JSON.parse(String(example)), dice), dice))
          : mutateBytes(Buffer.from(example), dice)
    try {
      await read(spoiled, spoiled.toString('utf8'))
    } catch (error) {
      const what = `${about}, turn ${turn}: ${JSON.stringify(spoiled.toString('latin1').slice(0, 600))}`
      if (!isExpectedError(error)) unexpected.push(new Error(what, { cause: error }))
    }
  }
  expect(unexpected).toEqual([])
})
