import fc from '../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { safeLink } from '../../web/ui/safe-link.ts'
import { bioLink } from './bio.ts'
import { readOwnLink, readServiceLink, readWebLink } from '#contract/cards/check-service-link.ts'
import { recognizeService } from '#contract/cards/service-hosts.ts'
import { webLink } from './web-link.ts'

const web = ['https:', 'http:']
const savedHref = (read: { href: string } | { issue: string }) => ('href' in read ? read.href : null)

/** Every function that turns an owner's input into a link: when it’s saved, and when rows of any age are rendered. */
const readers: [string, (typed: string) => string | null, string[]][] = [
  ['saving a web link', (typed) => savedHref(readWebLink(typed)), web],
  ['saving a menu link', (typed) => savedHref(readOwnLink(typed)), [...web, 'mailto:', 'tel:']],
  ['saving a service', (typed) => savedHref(readServiceLink(15, typed)), web],
  ['saving a WhatsApp number', (typed) => savedHref(readServiceLink(26, typed)), web],
  ['rendering a link', safeLink, [...web, 'mailto:', 'tel:', 'sms:']],
  ['a link in a bio', bioLink, [...web, 'mailto:', 'tel:']],
  ['a contact file, a short link', webLink, web],
]

const schemes = 'javascript data vbscript file blob about filesystem view-source intent ws ftp jar livescript mhtml ms-word'.split(' ')
const trickySigns = [
  '\t',
  '\n',
  '\r',
  '\0',
  '\u0001',
  ' ',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\u00ad',
  '&#9;',
  '&Tab;',
  '%0a',
  '\\',
  '/',
  ':',
  '@',
  '＠',
  '：',
  'ｊ',
  'ſ',
  '�',
]
/** A dangerous scheme in mixed case with tricky characters inside, followed by a payload. */
const unsafe = fc
  .tuple(
    fc.constantFrom(...schemes),
    fc.array(fc.tuple(fc.nat(14), fc.constantFrom(...trickySigns)), { maxLength: 4 }),
    fc.infiniteStream(fc.boolean()),
    fc.constantFrom(
      ':alert(1)',
      ':text/html,<script>alert(1)</script>',
      '://example.com/%0aalert(1)',
      ':\u2028alert(1)',
      '&colon;alert(1)',
    ),
  )
  .map(([scheme, between, upper, rest]) => {
    const letters = [...scheme].map((letter) => (upper.next().value ? letter.toUpperCase() : letter))
    for (const [at, sign] of between) letters.splice(Math.min(at, letters.length), 0, sign)
    return letters.join('') + rest
  })
const anything = fc.oneof(
  unsafe,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('https://', 'http:', 'mailto:', 'tel:', '//', '\\\\', 'example.com'),
      fc.string({ unit: fc.constantFrom(...trickySigns, 'a', '.', '#', '?', '"', '<', "'") }),
    )
    .map((parts) => parts.join('')),
)

describe('any typed address', () => {
  test.each(readers)('%s: the result has an allowed scheme and reads the same again', (_, read, protocols) => {
    fc.assert(
      fc.property(anything, (typed) => {
        const href = read(typed)
        if (href === null) return
        const url = new URL(href)
        expect(protocols).toContain(url.protocol)
        expect(url.href).toBe(href)
        // Nothing in it can end a header, a line or a property, and no username precedes the host.
        expect(href).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b\u202e]/u)
        expect(url.username + url.password).toBe('')
        expect(read(href)).toBe(href)
      }),
      { numRuns: 400 },
    )
  })

  test('a saved link is always rendered: both checks agree', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        for (const saved of [savedHref(readWebLink(typed)), savedHref(readOwnLink(typed))])
          expect(saved === null || safeLink(saved) === saved).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('belongs to a service only by its destination', () => {
    fc.assert(fc.property(unsafe, (typed) => void expect(recognizeService(typed)).toBeNull()))
  })
})
