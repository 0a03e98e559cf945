import { describe, expect, test } from 'vitest'
import { contrast, parseColour, type Colour } from '../../ui/colour.ts'
import { faultsOf, readMail } from '../../../tests/samples/a-mail.ts'
import { emailSizePx } from './signature-parts.ts'
import { makeSignature, signatureHtml, signatureLettersMax } from './make-signature.ts'
import { nightGround, nightOf, signatureColours } from './signature-colours.ts'
import { readChoices, signatureLayouts, usualChoices, type SignatureChoices, type SignatureData } from './signature-data.ts'
import { signatureText } from './signature-page.tsx'

const site = 'https://carte.example'
const aSignature = (wishes: Partial<SignatureData> = {}): SignatureData => ({
  name: 'Maren Holloway',
  title: 'Broker Associate',
  company: 'Harbor & Pine Realty',
  tagLine: '',
  license: 'BA-918204',
  phones: [
    { kind: 'mobile', text: '(207) 555-0142', label: 'mobile', href: 'tel:+12075550142' },
    { kind: 'office', text: '(207) 555-0143', label: 'office', href: 'tel:+12075550143' },
  ],
  email: { text: 'maren.holloway@example.com', href: 'mailto:maren.holloway@example.com' },
  links: [{ name: 'Instagram', href: 'https://instagram.com/maren' }],
  card: { href: `${site}/maren/home?source=signature`, text: `${site}/maren/home` },
  portrait: `${site}/portrait.jpg`,
  qr: `${site}/code.png?format=png&w=400`,
  colours: signatureColours({ text: '#1d2a24', contact: '#1f533f' }),
  words: { viewCard: 'View my card', scan: 'QR code that opens the card' },
  ...wishes,
})

const everything: SignatureChoices = { ...usualChoices, qr: true, links: true }
const everyLayout = signatureLayouts.map((layout) => ({ ...everything, layout }))

describe('ACCOUNT-4 the HTML of a signature', () => {
  test.each(everyLayout)('$layout: tables and nothing else that a word processor could not draw', (choices) => {
    const { tags } = readMail(signatureHtml(aSignature({ tagLine: 'Light first.' }), choices))
    expect(tags.flatMap(faultsOf)).toEqual([])
    expect(tags.flatMap(({ style }) => style).filter(([name]) => name === 'mso-line-height-rule').length).toBeGreaterThan(4)
  })

  test.each(everyLayout)('$layout: every address is whole, every picture has its size and its words', (choices) => {
    const { tags } = readMail(signatureHtml(aSignature(), choices))
    const hrefs = tags.flatMap(({ name, attributes }) => (name === 'a' ? [attributes['href'] ?? ''] : []))
    expect(hrefs.length).toBeGreaterThan(3)
    expect(hrefs.filter((href) => !/^(https:\/\/|mailto:|tel:)/.test(href))).toEqual([])
    const pictures = tags.flatMap(({ name, attributes }) => (name === 'img' ? [attributes] : []))
    expect(pictures.length).toBeGreaterThan(0)
    for (const { src, alt, width, height } of pictures) {
      expect(src).toMatch(/^https:\/\//)
      expect(alt).toMatch(/\w/)
      expect(Math.min(Number(width), Number(height))).toBeGreaterThanOrEqual(80)
    }
  })

  test('is what was chosen: portrait, numbers, button, code and links come and go', () => {
    const data = aSignature()
    const shown = (wishes: Partial<SignatureChoices>) => readMail(signatureHtml(data, { ...everything, ...wishes }))
    const pictures = ({ tags }: ReturnType<typeof shown>) =>
      tags.flatMap(({ name, attributes }) => (name === 'img' ? [attributes['src']] : []))
    expect(pictures(shown({}))).toEqual([data.portrait, data.qr])
    expect(pictures(shown({ portrait: false, qr: false }))).toEqual([])
    expect(pictures(shown({ layout: 'quiet', qr: false }))).toEqual([])
    expect(shown({ phones: false }).text).not.toContain('555-01')
    expect(shown({ withoutPhones: ['office'] }).text).toMatch(/0142/)
    expect(shown({ withoutPhones: ['office'] }).text).not.toMatch(/0143/)
    expect(shown({ button: false }).text).not.toContain('View my card')
    expect(shown({ links: false }).text).not.toContain('Instagram')
  })

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' style='position:fixed", '</td></table>', '&lt;b&gt;'])(
    'a card that is called %s is called that, and nothing more happens',
    (name) => {
      const hostile = aSignature({
        name,
        title: name,
        company: name,
        tagLine: name,
        license: name,
        links: [{ name, href: 'https://a.example/?"><b>' }],
      })
      for (const choices of everyLayout) {
        const { tags, text } = readMail(signatureHtml(hostile, choices))
        expect(text).toContain(name)
        expect(tags.map((tag) => tag.name)).not.toContain('script')
        expect(tags.flatMap(({ attributes }) => Object.keys(attributes)).filter((key) => key.startsWith('on'))).toEqual([])
      }
    },
  )

  test.each(['javascript:alert(1)', 'data:text/html,hi', ' java\nscript:alert(1)'])('a link that leads to %j stays words', (href) => {
    const { tags, text } = readMail(signatureHtml(aSignature({ links: [{ name: 'Press me', href }] }), everything))
    expect(text).toContain('Press me')
    expect(tags.filter(({ name }) => name === 'a').every(({ attributes }) => !/script|data:/.test(attributes['href'] ?? ''))).toBe(true)
  })
})

describe('ACCOUNT-4 the length of a signature', () => {
  const long = (letter: string) => letter.repeat(300)
  const links = Array.from({ length: 40 }, (_, at) => ({
    name: `Service ${at} ${'"'.repeat(60)}`,
    href: `https://example.com/${at}/${'a'.repeat(300)}`,
  }))

  test.each(everyLayout)('$layout: stays within what Gmail keeps, with forty links and long names', (choices) => {
    const data = aSignature({ name: long('"'), title: long('&'), company: long("'"), tagLine: long('"'), license: long('"'), links })
    const { html, cut } = makeSignature(data, choices)
    expect(html.length).toBeLessThan(signatureLettersMax)
    expect(cut.links).toBeGreaterThan(0)
    readMail(html)
  })

  test('gives up the last links before anything else, and says how many', () => {
    const { html, cut } = makeSignature(aSignature({ tagLine: 'Light first.', links }), everything)
    expect(cut).toEqual({ links: expect.any(Number), tagLine: false, qr: false })
    const { text } = readMail(html)
    expect(text).toContain('Service 0 ')
    expect(text).not.toContain('Service 39 ')
    expect(text).toContain('Light first.')
    expect(html.length).toBeGreaterThan(8000)
  })

  test('an ordinary one is well below, and loses nothing', () => {
    const { html, cut } = makeSignature(aSignature(), everything)
    expect(html.length).toBeLessThan(6000)
    expect(cut).toEqual({ links: 0, tagLine: false, qr: false })
  })
})

describe('ACCOUNT-4 the colours of a signature', () => {
  const colour = (hex: string): Colour => {
    const [red, green, blue] = parseColour(hex) ?? [0, 0, 0]
    return [red, green, blue]
  }
  const between = (a: string, b: string) => contrast(colour(a), colour(b))
  const palettes = ['#000000', '#ffffff', '#d9bd8b', '#1f533f', '#ff0000', '#ffff00', '#7f7f7f', 'nonsense', '#00f8'].flatMap((text) =>
    ['#000000', '#ffffff', '#d9bd8b', '#015570', '#00ff00', '', '#777'].map((contact) => ({ text, contact })),
  )

  test.each(palettes)('read by day and by night, whatever the card’s: text $text, contact $contact', (given) => {
    const { ink, soft, accent, onAccent } = signatureColours(given)
    for (const words of [ink, soft, accent]) {
      expect(between(words, '#ffffff'), words).toBeGreaterThanOrEqual(4.5)
      expect(between(nightOf(words), nightGround), `${words} by night`).toBeGreaterThanOrEqual(4.5)
    }
    expect(between(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
    expect(between(nightOf(onAccent), nightOf(accent))).toBeGreaterThanOrEqual(4.5)
    expect([ink, soft, accent, onAccent]).not.toContain('#000000')
    expect([ink, soft, accent, onAccent]).not.toContain('#ffffff')
  })
})

describe('ACCOUNT-4 what goes with it', () => {
  test('the plain text has one thing a line, and the same choices', () => {
    expect(signatureText(aSignature(), { ...usualChoices, withoutPhones: ['office'] })).toBe(
      [
        'Maren Holloway',
        'Broker Associate, Harbor & Pine Realty',
        '(207) 555-0142 mobile',
        'maren.holloway@example.com',
        `${site}/maren/home`,
        'BA-918204',
      ].join('\n'),
    )
  })

  test('a long e-mail address shrinks to fit, never below 7 and never above 14', () => {
    expect([10, 26, 45, 60, 254].map((length) => emailSizePx('a'.repeat(length)))).toEqual([14, 14, 12, 9, 7])
  })

  test.each(['', 'nonsense', '[]', 'null', '{"layout":"neon","portrait":"yes","withoutPhones":["fax"]}'])(
    'kept choices that read %j are no choices',
    (kept) => {
      expect(readChoices(kept, usualChoices)).toEqual(usualChoices)
    },
  )

  test('kept choices come back', () => {
    const chosen: SignatureChoices = { ...everything, layout: 'banner', withoutPhones: ['office'] }
    expect(readChoices(JSON.stringify(chosen), usualChoices)).toEqual(chosen)
  })
})
