import fc from '../../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { plainText, parseBio, type Inline } from '#common/text/bio.ts'
import { readHtml, type HtmlNode } from './read-html.ts'
import { writeMarks, type Run } from './write-marks.ts'

type Parent = HtmlNode | string
const text = (words: string): HtmlNode => ({ nodeName: '#text', nodeValue: words, childNodes: [] })
const el = (name: string, attributes: Record<string, string>, ...inside: Parent[]): HtmlNode => ({
  nodeName: name.toUpperCase(),
  nodeValue: null,
  childNodes: inside.map((one) => (typeof one === 'string' ? text(one) : one)),
  getAttribute: (attribute) => attributes[attribute.replace('data-', '')] ?? null,
})
const p = (...inside: Parent[]) => el('p', {}, ...inside)
const b = (...inside: Parent[]) => el('b', {}, ...inside)
const body = (...inside: Parent[]) => readHtml(el('body', {}, ...inside))

describe('ACCOUNT-2 pasted text keeps', () => {
  test.each([
    ['bold and italic', p('I ', b('sell '), el('em', {}, 'houses'), '.'), 'I **sell** *houses*.'],
    ['both at once', p(b('see ', el('i', {}, 'this'))), '**see** ***this***'],
    ['a link', p('My ', el('a', { href: 'https://example.com/a b(c)' }, ' work'), '!'), 'My [work](https://example.com/a%20b%28c%29)!'],
    ['a marked link', p(b(el('a', { href: 'mailto:a@example.com' }, 'Write [me]'))), '[**Write me**](mailto:a@example.com)'],
    ['a list', el('ul', {}, '\n', el('li', {}, 'one'), '\n', el('li', {}, p('two'))), '- one\n- two'],
    [
      'a list in a list',
      el('ul', {}, el('li', {}, 'one', el('ul', {}, el('li', {}, 'two'))), el('li', {}, 'three')),
      '- one\n- two\n- three',
    ],
    ['the numbers of a list', el('ol', { start: '3' }, el('li', {}, 'three'), el('li', {}, 'four')), '3. three\n4. four'],
    ['a heading as bold words', el('h2', {}, 'About me'), '**About me**'],
    ['line ends', p('one', el('br', {}), 'two'), 'one\ntwo'],
    ['the lines of a preformatted text', el('pre', {}, 'one\n  two'), 'one\ntwo'],
    [
      'a table row by row',
      el('table', {}, el('tr', {}, el('td', {}, 'Mon'), el('td', {}, p('9–5'))), el('tr', {}, el('td', {}, 'Tue'))),
      'Mon · 9–5\nTue',
    ],
    ['an emoji that is a picture', p('Hello ', el('img', { alt: '🏡', src: 'https://example.com/x.png' })), 'Hello 🏡'],
    ['a bold part of a word', p('H', b('2'), 'O'), 'H**2**O'],
    ['words only, where a mark would not be read again', p('un', el('i', {}, 'believ'), 'able'), 'unbelievable'],
    ['a space of French before a colon', p('Horaires\u00A0: ', b('9\u00A0h')), 'Horaires\u00A0: **9\u00A0h**'],
  ])('%s', (_, node, typed) => {
    expect(body(node)).toBe(typed)
  })

  test('paragraphs apart', () => {
    expect(body(p('\n  one\n  and a half '), '\n', p('\u00A0'), el('div', {}, 'two'), el('ul', {}, el('li', {}, 'three')), p('four'))).toBe(
      'one and a half\n\ntwo\n- three\n\nfour',
    )
  })

  test('Word documents', () => {
    const item = (mark: string, words: string) =>
      el(
        'p',
        { class: 'MsoListParagraph', style: 'text-indent:-18.0pt;mso-list:l0 level1 lfo1' },
        el('span', { style: 'font-family:Symbol' }, el('span', { style: 'mso-list:Ignore' }, mark, el('span', {}, '\u00A0\u00A0 '))),
        words,
        el('o:p', {}),
      )

    expect(
      body(
        el('style', {}, 'p{}'),
        p(el('b', { style: 'mso-bidi-font-weight:normal' }, 'Also'), ':', el('o:p', {}, '\u00A0')),
        item('·', 'one'),
        item('2.', 'two'),
      ),
    ).toBe('**Also**:\n- one\n2. two')
  })

  test('Google Docs documents', () => {
    const span = (style: string, words: string) => el('span', { style }, words)
    const doc = el(
      'b',
      { style: 'font-weight:normal;', id: 'docs-internal-guid' },
      p(span('font-weight:400', 'I '), span('font-weight:700;font-style:italic', 'sell')),
    )

    expect(body(doc)).toBe('I ***sell***')
  })
})

describe('ACCOUNT-2 pasted text drops', () => {
  test.each([
    ['no script', el('script', {}, 'alert(1)')],
    ['no styles', el('style', {}, 'p { color: red }')],
    ['no picture', el('img', { src: 'x', alt: 'A photo', onerror: 'alert(1)' })],
    ['nothing that was hidden', el('span', { style: 'display: none' }, 'hidden')],
    ['no form', el('textarea', {}, 'typed')],
    ['no frame', el('iframe', { src: 'https://evil.example' }, 'framed')],
    ['no comment', { nodeName: '#comment', nodeValue: '[if gte mso 9]', childNodes: [] }],
  ])('%s', (_, node) => {
    expect(body(p('Hello', node))).toBe('Hello')
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    '/maren/home',
    '#top',
    'file:///etc/passwd',
    'https://a@b.example',
    '',
  ])('a link to %j, but not its text', (href) => {
    expect(body(p(el('a', { href }, 'words')))).toBe('words')
  })
})

const flat = (children: readonly Inline[], look: Omit<Run, 'words'>): Run[] =>
  children.flatMap((one) => {
    if (typeof one === 'string') return [{ ...look, words: one }]
    return flat(one.children, {
      isBold: look.isBold || one.as === 'strong',
      isItalic: look.isItalic || one.as === 'em',
      href: one.as === 'a' ? one.href : look.href,
    })
  })
/** Each letter with its formatting, independent of runs. */
const letters = (runs: readonly Run[]) =>
  runs.flatMap(
    ({ words, isBold, isItalic, href }) => words.match(/[\p{L}\p{N}]/gu)?.map((letter) => [letter, isBold, isItalic, href].join(' ')) ?? [],
  )
const readRuns = (typed: string) => {
  const [block = ''] = parseBio(typed)
  return flat(typeof block === 'string' ? [block] : 'list' in block ? block.list.flat() : block, {
    isBold: false,
    isItalic: false,
    href: null,
  })
}

const look = { isBold: fc.boolean(), isItalic: fc.boolean(), href: fc.constantFrom(null, null, 'https://a.example/b', 'tel:+12075550142') }
const piece = fc.oneof(
  fc.constantFrom('*', '**', '[', ']', '](', '(', ')', '- ', ' ', '\n', '\u00A0', '.', 'é', 'one', 'two'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const anything = fc.array(piece, { maxLength: 5 }).map((all) => all.join(''))

test('ACCOUNT-2 formatting survives writing and parsing', () => {
  const words = fc
    .array(fc.constantFrom('one', 'two', 'é', '“three”', '(four)', 'five.', '5'), { minLength: 1, maxLength: 3 })
    .map((all) => ` ${all.join(' ')} `)
  fc.assert(
    fc.property(fc.array(fc.record({ words, ...look }), { maxLength: 6 }), (runs) => {
      expect(letters(readRuns(writeMarks(runs)))).toEqual(letters(runs))
    }),
  )
})

test('ACCOUNT-2 no character is lost, wherever formatting starts and ends', () => {
  const children = (words: string) => words.replace(/[^\p{L}\p{N}]/gu, '')
  fc.assert(
    fc.property(fc.array(fc.record({ words: anything, ...look }), { maxLength: 8 }), (runs) => {
      const all = children(runs.map((run) => run.words).join(''))
      expect(children(plainText(writeMarks(runs.map((run) => ({ ...run, words: run.words.replace(/[[\]]/g, '') })))))).toBe(all)
    }),
  )
})
