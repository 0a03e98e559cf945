import { expect, test } from 'vitest'
import { parseBio } from '#common/text/bio.ts'
import { pageKindOf } from '#common/page-kind.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import { decodeFile } from '#server/admin/import/decode-file.ts'
import { parsePage } from '#server/cards/imports/parse-page.ts'
import { chooseEncoding } from '#server/http/cache/compress.ts'
import { isUnchanged } from '#server/http/cache/cached-response.ts'
import { pageAddress } from '#server/http/pages/page-address.ts'
import { sanitizeText } from '#server/integrations/sanitize-text.ts'
import { textOf } from '#server/integrations/storage/read-xml.ts'
import { readVCards } from '#common/read-vcards.ts'
import { requestLanguage } from '#common/request-language.ts'
import { readSharedCookie } from '../../web/features/contacts/new/shared-cookie.ts'
import { countVCards, readVCard } from '../../web/features/contacts/new/read-v-card.ts'
import { setMark } from '../../web/features/editor/marks/set-mark.ts'
import { writeMarks } from '../../web/features/editor/marks/write-marks.ts'
import { addPasted } from '../../web/features/editor/sections/links/paste-links.ts'
import { textWithoutLink } from '../../web/features/share/payload.ts'
import { neutralize } from '../../web/features/editor/fields/formatted-text-field.tsx'
import { readLinks } from '../../web/features/sign-in/new-card/read-links.ts'
import { isTrackingOnly } from '../../web/start-on-demand.ts'

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

test('long files, unclosed quotes in CSV and unclosed elements in XML take linear time', async () => {
  const long = 100_000
  const startedMs = performance.now()
  await Array.fromAsync(parseCsv(decodeFile(once(Buffer.from(`a\n${'"x\n'.repeat(long / 10)}`)), 'utf-8')))
  textOf('<Key>'.repeat(long / 10), 'Key')
  chooseEncoding('br ;'.repeat(long / 10))
  isUnchanged({ status: 200, etag: 'W/"a"' }, '",'.repeat(long))
  expect([...readVCards('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Amara Field\r\nEND:VCARD\r\n'.repeat(long))]).toHaveLength(long)
  readVCard(`BEGIN:VCARD\r\nFN:A\r\nNOTE;ENCODING=QUOTED-PRINTABLE:${'=41=\r\n'.repeat(long)}\r\nEND:VCARD\r\n`)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

const headersMax = 16_000
const many = (piece: string, letters: number) => piece.repeat(Math.floor(letters / piece.length))
const corrupted = (name: string, text: string) => new Request('http://x', { headers: { [name]: text } })
const person = 'BEGIN:VCARD\n'
const file = 1024 * 1024 - person.length

const bioPieces = ['*a ', '**a** ', 'a* **b *c***', '[', '[a](https:', '[a](https://a(']

const plain = { isBold: false, isItalic: false, href: null }
const shared = { shareLink: '/ada', title: '', emailLink: '', smsLink: '', hideOptions: false, allowQrCodeDownload: false }

/** Input of maximum length that would make a backtracking parser slow. */
const hostile: [about: string, text: string, read: (text: string) => unknown][] = [
  ['a browser that names many systems', many('Android', headersMax), pageKindOf],
  ['a browser that names many phones', many('Mobile', headersMax), pageKindOf],
  ['encodings far apart', `br;q=0${many(' ', headersMax)}!`, chooseEncoding],
  ['many cookies', many('; ', headersMax), (text) => requestLanguage(corrupted('cookie', text))],
  ['many shared words', many(';shared=a', headersMax), (text) => readSharedCookie(corrupted('cookie', text))],
  ['a path with many question marks', `/${many('?', 8100)}`, pageAddress],
  ['links in brackets', `https://a.example${many(')', 60_000)}a`, readLinks],
  ['a name of one long word', many('a', 4000), sanitizeText],
  ['a contact of many lines', person + many('\n', file), readVCard],
  ['a contact of many properties', person + many('a:b\n', file), readVCard],
  ['a contact with a long head', person + many(';', file - 1) + ':', readVCard],
  ['a contact with a long address', `${person}ADR:${many(';', file - 4)}`, readVCard],
  ['a file of many people', many(person, file), countVCards],
  ['a mark over brackets', `${many('(', 60_000)}a`, (words) => writeMarks([{ words, isBold: true, isItalic: false, href: null }])],
  ['a mark over line separators', `a\n${many('\u2028', 20_000)}`, (value) => setMark({ value, start: 0, end: value.length }, 'bold')],
  [
    'letters that alternate in bold',
    many('ab', 5_000),
    (text) => writeMarks([...text].map((words, at) => ({ ...plain, words, isBold: at % 2 === 0 }))),
  ],
  [
    'letters that are alternate links',
    many('ab', 3_000),
    (text) => writeMarks([...text].map((words) => ({ ...plain, words, href: `https://${words}.example` }))),
  ],
  ...['<a ', '<script>', '<meta x="', '<!--', '<title>', `<a ${'a="'.repeat(50)}>`, '&#', '<a href="https://a.example/x">'].map(
    (piece): [string, string, (text: string) => unknown] => [
      `a page of many ${piece.slice(0, 20)}`,
      `<title>${many(piece, 200_000)}`,
      (text) => parsePage(text, null),
    ],
  ),
  ...bioPieces.map((piece): [string, string, (text: string) => unknown] => [`a bio of many ${piece}`, many(piece, 20_000), parseBio]),
  ['two campaigns in one query', `?${many('utm_clid=1&', headersMax)}x`, isTrackingOnly],
  ['a campaign without an end', `?${many('clid=', 8000)}&x`, isTrackingOnly],
  ['a mark over blanks', `a${many(' ', 60_000)}a\na`, (value) => setMark({ value, start: 0, end: value.length }, 'bold')],
  [
    'a link over blanks',
    `a${many('\u2003', 60_000)}a`,
    (words) => writeMarks([{ words, isBold: false, isItalic: false, href: 'https://a.example' }]),
  ],
  ['pasted links in brackets', `https://a.example${many(')', 60_000)}a`, (text) => addPasted(text, [], [])],
  ['shared text with many blanks', `a${many(' ', 60_000)}a`, (shareBody) => textWithoutLink({ ...shared, shareBody })],
  ['pasted elements without an end', many('<a style', 200_000), neutralize],
  ['pasted style sheets without an end', many('<style', 200_000), neutralize],
  ['pasted comments without an end', many('<!--', 200_000), neutralize],
]

test.each(hostile)('%s is read in less than 100 ms', (_, text, read) => {
  // Time of this thread alone: what else the machine does costs the reader nothing.
  const once = () => {
    const started = process.threadCpuUsage()
    read(text)
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
  expect(Math.min(...[1, 2, 3].map(once))).toBeLessThan(100)
})
