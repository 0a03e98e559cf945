import ICAL from 'ical.js'
import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { writeVCard, type Person } from './write-v-card.ts'

const person: Person = {
  id: '01890000-0000-7000-8000-000000000001',
  isTeam: false,
  fullName: 'Zoë O’Hara; Jr',
  firstName: 'Zoë',
  lastName: 'O’Hara; Jr',
  title: 'Broker, Associate',
  company: 'Harbor & Pine, Realty; Inc\\',
  phones: [
    { number: '+12075550142', label: 'Mobile', types: ['CELL', 'VOICE', 'PREF'] },
    { number: '+12075550118', label: 'Office', types: ['WORK', 'VOICE'] },
    { number: '+12075550167', label: 'Direct', types: ['X-Direct'] },
  ],
  email: 'zoe@example.com',
  address: { street: '14 Ferry Point Road, Suite 2', city: 'Port Hadley', state: 'ME', zip: '04099', country: 'US' },
  links: [
    { label: 'Carte', url: 'https://cards.example/zoe/home' },
    { label: 'Linked In', url: 'https://linkedin.example/in/zoe?a=1;b=2,3' },
  ],
  note: 'First line\nSecond, line; with \\ all of them\nمرحبا 👋🏽',
  photo: Buffer.from(Array.from({ length: 30_000 }, (_, at) => at % 251)),
  changedAt: new Date('2026-01-02T03:04:05Z'),
  productName: 'Carte',
}

/** The file as an independent library parses it. */
function read(file: string) {
  const component = new ICAL.Component(ICAL.parse(file) as unknown[])
  const all = (name: string) => component.getAllProperties(name)
  return { all, value: (name: string) => whole(component.getFirstPropertyValue(name)) }
}

/** ical.js doesn't unescape `\\;` in single values; RFC 2426 does. */
const whole = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\\;', ';') : value)

const bytesOf = (file: string) => Buffer.from(file, 'utf8')

describe('writeVCard', () => {
  test('VC-2 an independent parser reads every value exactly', () => {
    const { value, all } = read(writeVCard(person))
    expect(value('version')).toBe('3.0')
    expect(value('fn')).toBe(person.fullName)
    expect(value('n')).toEqual(['O’Hara; Jr', 'Zoë', '', '', ''])
    expect(value('title')).toBe(person.title)
    expect(value('org')).toBe(person.company)
    expect(value('note')).toBe(person.note)
    expect(value('adr')).toEqual(['', '', '14 Ferry Point Road, Suite 2', 'Port Hadley', 'ME', '04099', 'US'])
    expect(all('tel').map((tel) => [tel.getParameter('type'), tel.getFirstValue()])).toEqual([
      [['CELL', 'VOICE', 'PREF'], '+12075550142'],
      [['WORK', 'VOICE'], '+12075550118'],
      ['X-Direct', '+12075550167'],
    ])
    expect(value('email')).toBe('zoe@example.com')
    expect(all('url').map((url) => url.getFirstValue())).toEqual(person.links.map(({ url }) => url))
  })

  test('VC-2 the photo arrives byte for byte', () => {
    const { all } = read(writeVCard(person))
    expect(Buffer.from(String(all('photo')[0]?.getFirstValue()), 'base64').equals(person.photo ?? Buffer.alloc(0))).toBe(true)
    expect(all('photo')[0]?.getParameter('type')).toBe('JPEG')
  })

  test('VC-2 lines end with CRLF, have at most 75 octets and whole letters', () => {
    const lines = bytesOf(writeVCard(person)).toString('latin1').split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line.length).toBeLessThanOrEqual(75)
      // A split letter would decode to the replacement character.
      expect(Buffer.from(line, 'latin1').toString('utf8')).not.toContain('�')
    }
    expect(lines[0]).toBe('BEGIN:VCARD')
    expect(lines[1]).toBe('VERSION:3.0')
    expect(lines.at(-1)).toBe('END:VCARD')
  })

  test('VC-2 every number and link has its label, for readers that group lines', () => {
    const { all } = read(writeVCard(person))
    const labels = new Map(all('x-ablabel').map((label) => [label.getParameter('group'), label.getFirstValue()]))
    const labelOf = (line: ICAL.Property) => [line.getFirstValue(), labels.get(line.getParameter('group'))]
    expect([...all('tel'), ...all('url')].map(labelOf)).toEqual([
      ['+12075550142', 'Mobile'],
      ['+12075550118', 'Office'],
      ['+12075550167', 'Direct'],
      ['https://cards.example/zoe/home', 'Carte'],
      ['https://linkedin.example/in/zoe?a=1;b=2,3', 'Linked In'],
    ])
  })

  test('VC-2 a team has its own name in addition to its company’s', () => {
    const { value } = read(writeVCard({ ...person, isTeam: true, fullName: 'The Oyelaran Team', company: 'Brightline Homes' }))
    expect(value('n')).toEqual(['The Oyelaran Team', '', '', '', ''])
    expect([value('fn'), value('org'), value('x-abshowas')]).toEqual(['The Oyelaran Team', 'Brightline Homes', null])
  })

  test('VC-2 a contact named like its company is marked as a company', () => {
    const named = { ...person, fullName: 'Brightline Homes', firstName: '', lastName: '', company: 'Brightline Homes' }
    const { value } = read(writeVCard(named))
    expect(value('n')).toEqual(['Brightline Homes', '', '', '', ''])
    expect(value('x-abshowas')).toBe('COMPANY')
  })

  test('VC-2 empty values leave no empty line', () => {
    const bare = { ...person, title: '', company: '', phones: [], email: '', address: null, links: [], note: '', photo: null }
    expect(writeVCard(bare)).not.toMatch(/^(ORG|TITLE|TEL|EMAIL|ADR|URL|item\d+\.|NOTE|PHOTO)/m)
  })

  test('VC-2 any typed text stays within one card', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(typed, typed, typed, (fullName, note, company) => {
        const file = writeVCard({ ...person, fullName, note, company })
        expect(file.match(/^BEGIN:VCARD\r$/gm)).toHaveLength(1)
        const { value } = read(file)
        const plain = (text: string) => text.replace(/\r\n|[\r\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n]/gu, '')
        expect(value('fn')).toBe(plain(fullName))
        expect(value('note') ?? '').toBe(plain(note))
      }),
    )
  })

  test('VC-2 no typed text can begin a line, whatever a reader treats as a line end', () => {
    const breaks = ['\r', '\n', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029']
    const typed = fc
      .string({ unit: fc.constantFrom(...breaks, 'a', ';', ':', ',', '\\', ' ', 'é') })
      .map((text) => `${text}\u2028TEL:+666${text}`)
    const own = /^( |(item\d+\.)?(BEGIN|VERSION|PRODID|N|FN|X-ABShowAs|ORG|TITLE|TEL|EMAIL|ADR|URL|X-ABLabel|NOTE|PHOTO|UID|REV|END)[;:])/
    fc.assert(
      fc.property(typed, (evil) => {
        const file = writeVCard({
          ...person,
          fullName: evil,
          firstName: evil,
          lastName: evil,
          title: evil,
          company: evil,
          productName: evil,
          email: evil,
          note: evil,
          phones: [{ number: evil, label: evil, types: ['CELL'] }],
          address: { street: evil, city: evil, state: evil, zip: evil, country: evil },
          links: [{ label: evil, url: evil }],
          photo: null,
        })
        const lines = file.split(new RegExp(`\\r\\n|[${breaks.join('')}]`)).filter(Boolean)
        expect(lines.filter((line) => !own.test(line))).toEqual([])
        expect(lines.filter((line) => line.startsWith('item1.TEL'))).toHaveLength(1)
      }),
    )
  })
})
