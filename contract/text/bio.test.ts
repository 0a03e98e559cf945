import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords, readBio, type Said } from './bio.ts'

const strong = (...said: Said[]): Said => ({ as: 'strong', said })
const em = (...said: Said[]): Said => ({ as: 'em', said })
const a = (href: string, ...said: Said[]): Said => ({ as: 'a', href, said })

describe('ACCOUNT-2 a bio is read', () => {
  test.each<[string, Said[]]>([
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
  ])('with the marks in it: %s', (bio, said) => {
    expect(readBio(bio)).toEqual([said])
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
  ])('as it was typed, where nothing is a mark: %s', (bio) => {
    expect(readBio(bio)).toEqual([bio])
    expect(plainWords(bio)).toBe(bio)
  })

  test('as paragraphs and lists', () => {
    const bio = 'First.\n\n  Second.  \n- one\n\n- **two**\nThird.\n- three'

    expect(readBio(bio)).toEqual(['First.', 'Second.', { list: [['one'], [strong('two')]] }, 'Third.', { list: [['three']] }])
    expect(plainWords(bio)).toBe('First.\n\n  Second.  \n- one\n\n- two\nThird.\n- three')
  })

  test('as nothing, where there is nothing', () => {
    expect(readBio(' \n\n ')).toEqual([])
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
const all = (said: readonly Said[]): Said[] => said.flatMap((one) => (typeof one === 'string' ? [one] : [one, ...all(one.said)]))
const inside = (bio: string) =>
  readBio(bio).flatMap((block) => (typeof block === 'string' ? [block] : 'list' in block ? block.list.flatMap(all) : all(block)))
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

test('ACCOUNT-2 a line separator that was pasted into a list ends nothing', () => {
  expect(readBio('- a\u2028b\n- c')).toEqual([{ list: [['a\u2028b'], ['c']] }])
})

test('ACCOUNT-2 a bio loses no letter, whatever is typed, but those of an address that is a link', () => {
  fc.assert(
    fc.property(anyBio, (bio) => {
      const hidden = bio.replace(/\]\((?:https:|tel:)(?:[^\s()]|\([^\s()]*\))*\)/g, '')
      const shown = inside(bio)
        .filter((one) => typeof one === 'string')
        .join('')
      expect(letters(shown)).toBe(letters(plainWords(bio)))
      expect(letters(bio).length).toBeGreaterThanOrEqual(letters(shown).length)
      expect(letters(shown).length).toBeGreaterThanOrEqual(letters(hidden).length)
    }),
  )
})

test('ACCOUNT-2 a link of a bio leads to the web, to a letter or to a call, and nowhere else', () => {
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

test.each([
  ['stars', '*a '],
  ['pairs', '**a** '],
  ['closing stars', 'a* **b *c***'],
  ['brackets', '['],
  ['half links', '[a](https:'],
  ['open addresses', '[a](https://a('],
])('ACCOUNT-2 twenty thousand letters of %s are read at once', (_, piece) => {
  const bio = piece.repeat(20_000 / piece.length)
  const began = performance.now()
  readBio(bio)
  expect(performance.now() - began).toBeLessThan(500)
})
