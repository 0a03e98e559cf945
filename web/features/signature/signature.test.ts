import { describe, expect, test } from 'vitest'
import { contrast, parseColor, type Color } from '../../ui/color.ts'
import { issuesOf, readMail } from '../../../tests/samples/a-mail.ts'
import { emailSizePx } from './signature-parts.ts'
import { makeSignature, signatureHtml, signatureLettersMax } from './make-signature.ts'
import { nightGround, nightOf, signatureColors } from './signature-colors.ts'
import { readChoices, signatureLayouts, defaultChoices, type SignatureChoices, type SignatureData } from './signature-data.ts'
import { signatureText } from './signature-page.tsx'

const site = 'https://carte.example'
const aSignature = (overrides: Partial<SignatureData> = {}): SignatureData => ({
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
  colors: signatureColors({ text: '#1d2a24', contact: '#1f533f' }),
  words: { viewCard: 'View my card', scan: 'QR code that opens the card' },
  ...overrides,
})

const everything: SignatureChoices = { ...defaultChoices, qr: true, links: true }
const everyLayout = signatureLayouts.map((layout) => ({ ...everything, layout }))

describe('ACCOUNT-4 the HTML of a signature', () => {
  test.each(everyLayout)('$layout: uses only tables that Outlook can render', (choices) => {
    const { tags } = readMail(signatureHtml(aSignature({ tagLine: 'Light first.' }), choices))
    expect(tags.flatMap(issuesOf)).toEqual([])
    expect(tags.flatMap(({ style }) => style).filter(([name]) => name === 'mso-line-height-rule').length).toBeGreaterThan(4)
  })

  test.each(everyLayout)('$layout: addresses are absolute, pictures have a size and a text', (choices) => {
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

  test('follows the choices: portrait, numbers, button, QR code and links', () => {
    const data = aSignature()
    const rendered = (overrides: Partial<SignatureChoices>) => readMail(signatureHtml(data, { ...everything, ...overrides }))
    const pictures = ({ tags }: ReturnType<typeof rendered>) =>
      tags.flatMap(({ name, attributes }) => (name === 'img' ? [attributes['src']] : []))
    expect(pictures(rendered({}))).toEqual([data.portrait, data.qr])
    expect(pictures(rendered({ portrait: false, qr: false }))).toEqual([])
    expect(pictures(rendered({ layout: 'quiet', qr: false }))).toEqual([])
    expect(rendered({ phones: false }).text).not.toContain('555-01')
    expect(rendered({ withoutPhones: ['office'] }).text).toMatch(/0142/)
    expect(rendered({ withoutPhones: ['office'] }).text).not.toMatch(/0143/)
    expect(rendered({ button: false }).text).not.toContain('View my card')
    expect(rendered({ links: false }).text).not.toContain('Instagram')
  })

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' style='position:fixed", '</td></table>', '&lt;b&gt;'])(
    'escapes the name %s',
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

  test.each(['javascript:alert(1)', 'data:text/html,hi', ' java\nscript:alert(1)'])('a link to %j becomes plain text', (href) => {
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

  test('drops the last links first, and counts them', () => {
    const { html, cut } = makeSignature(aSignature({ tagLine: 'Light first.', links }), everything)
    expect(cut).toEqual({ links: expect.any(Number), tagLine: false, qr: false })
    const { text } = readMail(html)
    expect(text).toContain('Service 0 ')
    expect(text).not.toContain('Service 39 ')
    expect(text).toContain('Light first.')
    expect(html.length).toBeGreaterThan(8000)
  })

  test('a typical one is well below the limit and complete', () => {
    const { html, cut } = makeSignature(aSignature(), everything)
    expect(html.length).toBeLessThan(6000)
    expect(cut).toEqual({ links: 0, tagLine: false, qr: false })
  })
})

describe('ACCOUNT-4 the colors of a signature', () => {
  const color = (hex: string): Color => {
    const [red, green, blue] = parseColor(hex) ?? [0, 0, 0]
    return [red, green, blue]
  }
  const between = (a: string, b: string) => contrast(color(a), color(b))
  const palettes = ['#000000', '#ffffff', '#d9bd8b', '#1f533f', '#ff0000', '#ffff00', '#7f7f7f', 'nonsense', '#00f8'].flatMap((text) =>
    ['#000000', '#ffffff', '#d9bd8b', '#015570', '#00ff00', '', '#777'].map((contact) => ({ text, contact })),
  )

  test.each(palettes)('are readable in light and dark mode: text $text, contact $contact', (input) => {
    const { ink, soft, accent, onAccent } = signatureColors(input)
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

describe('ACCOUNT-4 plain text and choices', () => {
  test('the plain text has one item per line, and the same choices', () => {
    expect(signatureText(aSignature(), { ...defaultChoices, withoutPhones: ['office'] })).toBe(
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

  test('a long email address shrinks to fit, between 7 and 14', () => {
    expect([10, 26, 45, 60, 254].map((length) => emailSizePx('a'.repeat(length)))).toEqual([14, 14, 12, 9, 7])
  })

  test.each(['', 'nonsense', '[]', 'null', '{"layout":"neon","portrait":"yes","withoutPhones":["fax"]}'])(
    'ignores invalid stored choices: %j',
    (stored) => {
      expect(readChoices(stored, defaultChoices)).toEqual(defaultChoices)
    },
  )

  test('stored choices are restored', () => {
    const chosen: SignatureChoices = { ...everything, layout: 'banner', withoutPhones: ['office'] }
    expect(readChoices(JSON.stringify(chosen), defaultChoices)).toEqual(chosen)
  })
})
