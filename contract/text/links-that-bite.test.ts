import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeLink } from '../../web/ui/safe-link.ts'
import { bioLink } from './bio.ts'
import { readOwnLink, readServiceLink, readWebLink } from '../cards/check-service-link.ts'
import { recogniseService } from '../cards/service-hosts.ts'
import { webLink } from './web-link.ts'

const web = ['https:', 'http:']
const kept = (read: { href: string } | { fault: string }) => ('href' in read ? read.href : null)

/** Every way by which an owner's address becomes one that somebody may follow: at saving, and at showing rows of any age. */
const ways: [string, (typed: string) => string | null, string[]][] = [
  ['saving a link', (typed) => kept(readWebLink(typed)), web],
  ['saving a link of one’s own', (typed) => kept(readOwnLink(typed)), [...web, 'mailto:', 'tel:']],
  ['saving a service', (typed) => kept(readServiceLink(15, typed)), web],
  ['saving a number to write to', (typed) => kept(readServiceLink(26, typed)), web],
  ['showing a link', safeLink, [...web, 'mailto:', 'tel:', 'sms:']],
  ['a mark of a bio', bioLink, [...web, 'mailto:', 'tel:']],
  ['a contact file, a short link', webLink, web],
]

const schemes = 'javascript data vbscript file blob about filesystem view-source intent ws ftp jar livescript mhtml ms-word'.split(' ')
const sly = [
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
/** A scheme in odd letters with odd ones between, and what would run behind it. */
const biting = fc
  .tuple(
    fc.constantFrom(...schemes),
    fc.array(fc.tuple(fc.nat(14), fc.constantFrom(...sly)), { maxLength: 4 }),
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
  biting,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('https://', 'http:', 'mailto:', 'tel:', '//', '\\\\', 'example.com'),
      fc.string({ unit: fc.constantFrom(...sly, 'a', '.', '#', '?', '"', '<', "'") }),
    )
    .map((parts) => parts.join('')),
)

describe('an address that somebody typed', () => {
  test.each(ways)(
    '%s: whatever it is, what comes out leads by an allowed road, and means the same when it is read again',
    (_, read, roads) => {
      fc.assert(
        fc.property(anything, (typed) => {
          const href = read(typed)
          if (href === null) return
          const url = new URL(href)
          expect(roads).toContain(url.protocol)
          expect(url.href).toBe(href)
          // Nothing in it ends a header, a line or a property, and nobody's name stands before a host.
          expect(href).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b\u202e]/u)
          expect(url.username + url.password).toBe('')
          expect(read(href)).toBe(href)
        }),
        { numRuns: 400 },
      )
    },
  )

  test('what is saved is shown: the checks of both moments are one', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        for (const saved of [kept(readWebLink(typed)), kept(readOwnLink(typed))])
          expect(saved === null || safeLink(saved) === saved).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('is recognised as a service’s only by where it leads', () => {
    fc.assert(fc.property(biting, (typed) => void expect(recogniseService(typed)).toBeNull()))
  })
})
