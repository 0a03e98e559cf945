import fc from '../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { plainText, parseBio, type Inline } from './bio.ts'

const strong = (...children: Inline[]): Inline => ({ as: 'strong', children })
const em = (...children: Inline[]): Inline => ({ as: 'em', children })
const a = (href: string, ...children: Inline[]): Inline => ({ as: 'a', href, children })

describe('ACCOUNT-2 a bio is parsed', () => {
  test.each<[string, Inline[]]>([
    ['I am **Maren**.', ['I am ', strong('Maren'), '.']],
    ['an *honest* word', ['an ', em('honest'), ' word']],
    ['***both***', [strong(em('both'))]],
    ['**all and *some* of it**', [strong('all and ', em('some'), ' of it')]],
    ['**all of it *here***', [strong('all of it ', em('here'))]],
    ['***here* and there**', [strong(em('here'), ' and there')]],
    ['*one* and *two*', [em('one'), ' and ', em('two')]],
    ['[my **best** work](https://example.com/a_(b))', [a('https://example.com/a_(b)', 'my ', strong('best'), ' work')]],
    ['**[call](tel:+12075550142)**', [strong(a('tel:+12075550142', 'call'))]],
    ['[write](mailto:a@example.com)!', [a('mailto:a@example.com', 'write'), '!']],
    ['*see [it](https://example.com/*)* now', [em('see ', a('https://example.com/*', 'it')), ' now']],
  ])('with its markup: %s', (bio, children) => {
    expect(parseBio(bio)).toEqual([children])
  })

  test.each([
    'Top 1%* of 2024. *Source: the board',
    '5 * 3 * 2 = 30',
    '2*3*4',
    '** and ** and *',
    '****',
    '* a star, as people write lists *',
    '(*) and (*)',
    '*unclosed',
    'a 4** and a 5** house',
    '[words](javascript:alert(1))',
    '[words](data:text/html,hello)',
    '[words](/maren/home)',
    '[words](https://)',
    '[words](https://bank.example@evil.example)',
    '[words] (https://example.com)',
    '[ ](https://example.com)',
    '-no list',
    '– Maren',
    '<b>bold</b>',
  ])('as typed, if nothing is markup: %s', (bio) => {
    expect(parseBio(bio)).toEqual([bio])
    expect(plainText(bio)).toBe(bio)
  })

  test('as paragraphs and lists', () => {
    const bio = 'First.\n\n  Second.  \n- one\n\n- **two**\nThird.\n- three'

    expect(parseBio(bio)).toEqual(['First.', 'Second.', { list: [['one'], [strong('two')]] }, 'Third.', { list: [['three']] }])
    expect(plainText(bio)).toBe('First.\n\n  Second.  \n- one\n\n- two\nThird.\n- three')
  })

  test('as empty, if it is empty', () => {
    expect(parseBio(' \n\n ')).toEqual([])
  })
})

const bits = fc.constantFrom(
  '*',
  '**',
  '***',
  '[',
  ']',
  '](',
  ')',
  '(',
  ' ',
  '\n',
  '- ',
  'Maren',
  'é',
  '.',
  'https://a.example/',
  'javascript:',
  'tel:1',
)
const anyBio = fc.array(fc.oneof(bits, fc.string({ maxLength: 4, unit: 'grapheme' })), { maxLength: 40 }).map((all) => all.join(''))
const all = (children: readonly Inline[]): Inline[] =>
  children.flatMap((one) => (typeof one === 'string' ? [one] : [one, ...all(one.children)]))
const inside = (bio: string) =>
  parseBio(bio).flatMap((block) => (typeof block === 'string' ? [block] : 'list' in block ? block.list.flatMap(all) : all(block)))
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

test('ACCOUNT-2 a pasted line separator doesn’t end a list item', () => {
  expect(parseBio('- a\u2028b\n- c')).toEqual([{ list: [['a\u2028b'], ['c']] }])
})

test('ACCOUNT-2 a bio loses no letters except those of link addresses', () => {
  fc.assert(
    fc.property(anyBio, (bio) => {
      const hidden = bio.replace(/\]\((?:https:|tel:)(?:[^\s()]|\([^\s()]*\))*\)/g, '')
      const visible = inside(bio)
        .filter((one) => typeof one === 'string')
        .join('')
      expect(letters(visible)).toBe(letters(plainText(bio)))
      expect(letters(bio).length).toBeGreaterThanOrEqual(letters(visible).length)
      expect(letters(visible).length).toBeGreaterThanOrEqual(letters(hidden).length)
    }),
  )
})

test('ACCOUNT-2 a link in a bio opens the web, an email or a call, nothing else', () => {
  const scheme = fc.constantFrom(
    'https:',
    'HTTP:',
    'mailto:',
    'tel:',
    'javascript:',
    'JaVaScRiPt:',
    'data:',
    'vbscript:',
    'file:',
    'blob:https:',
    '//',
    '',
    'java\tscript:',
  )
  fc.assert(
    fc.property(scheme, fc.string({ maxLength: 12 }), anyBio, (scheme, path, around) => {
      const links = inside(`${around}[words](${scheme}${path})${around}`).filter((one) => typeof one === 'object' && one.as === 'a')
      for (const { href } of links) expect(href).toMatch(/^(https?|mailto|tel):/)
    }),
  )
})
