import { describe, expect, test } from 'vitest'
import { decodeText, readVCards } from './read-vcards.ts'

const one = (...lines: string[]) => [...readVCards(lines.join('\r\n'))][0]
const all = (text: string) => [...readVCards(text)]

describe('a vCard', () => {
  test('of Google Contacts is read', () => {
    const card = one(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Dr. Amara Jo Field',
      'N:Field;Amara;Jo;Dr.;',
      'item1.EMAIL;TYPE=INTERNET:amara@field.example',
      'item1.X-ABLabel:',
      'EMAIL;TYPE=INTERNET;TYPE=WORK:sales@field.example',
      'TEL;TYPE=CELL:+1 207-555-0102',
      'item2.TEL:(207) 555-0103',
      'item2.X-ABLabel:Assistant',
      'ADR;TYPE=HOME:;;8 Lantern Street\\nApt 2;Port Hadley;ME;04001;US',
      'ORG:Field & Sons\\, Ltd;Sales',
      'TITLE:Buyer',
      'item3.URL:http\\://field.example/a\\;b',
      'item3.X-ABLabel:_$!<HomePage>!$_',
      'NOTE:Line one\\nLine two \\\\ back',
      'BDAY:19800101',
      'PHOTO:https://lh3.example/photo.jpg',
      'CATEGORIES:myContacts',
      'END:VCARD',
    )
    expect(card).toEqual({
      names: { full: 'Dr. Amara Jo Field', first: 'Amara', middle: 'Jo', last: 'Field', prefix: 'Dr.', suffix: '' },
      organization: 'Field & Sons, Ltd',
      title: 'Buyer',
      phones: [
        { type: 'cell', value: '+1 207-555-0102' },
        { type: 'assistant', value: '(207) 555-0103' },
      ],
      emails: [
        { type: '', value: 'amara@field.example' },
        { type: 'work', value: 'sales@field.example' },
      ],
      addresses: [{ type: 'home', street: '8 Lantern Street\nApt 2', city: 'Port Hadley', state: 'ME', zip: '04001', country: 'US' }],
      urls: [{ type: 'homepage', value: 'http://field.example/a;b' }],
      note: 'Line one\nLine two \\ back',
      photo: { url: 'https://lh3.example/photo.jpg' },
    })
  })

  test('of an iPhone is read: folded lines, groups, a picture', () => {
    const card = one(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
      'N:Böhm;Zoë;;;',
      'FN:Zoë Böhm',
      'item1.TEL;type=IPHONE;type=CELL;type=VOICE:+49 170 5550101',
      'TEL;type=HOME;type=VOICE;type=pref:+49 30 5550102',
      'NOTE:A long note th',
      ' at is folded: here',
      'X-SOCIALPROFILE;type=linkedin:https://www.linkedin.example/in/zoe',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
      ' SkZJRgAB',
      ' AQ==',
      'END:VCARD',
    )
    expect(card?.phones).toEqual([
      { type: 'home', value: '+49 30 5550102' },
      { type: 'cell', value: '+49 170 5550101' },
    ])
    expect(card?.note).toBe('A long note that is folded: here')
    expect(card?.urls).toEqual([{ type: 'linkedin', value: 'https://www.linkedin.example/in/zoe' }])
    expect(card?.photo).toEqual({ type: 'image/jpeg', base64: '/9j/4AAQSkZJRgABAQ==' })
  })

  test('of Outlook, version 2.1, is read: quoted-printable, a charset, a picture', () => {
    const card = one(
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;LANGUAGE=de;CHARSET=Windows-1252:M\u00FCller;J\u00F6rg',
      'FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=F6rg M=FCller',
      'ORG:C:\\new;Sales',
      'TEL;WORK;VOICE:(425) 555-0100',
      'TEL;WORK;FAX:(425) 555-0101',
      'ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE:;;1 Main Street=0D=0ASuite 4;Redmond;WA;98052;United States of A=',
      'merica',
      'LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:1 Main Street=0D=0A=',
      'Redmond',
      'EMAIL;PREF;INTERNET:joerg@example.com',
      'PHOTO;TYPE=JPEG;ENCODING=BASE64:',
      ' /9j/4AAQSkZJRg',
      ' ABAQ==',
      '',
      'REV:20261101T120000Z',
      'END:VCARD',
    )
    expect(card).toMatchObject({
      names: { full: 'Jörg Müller', first: 'Jörg', last: 'Müller' },
      organization: 'C:\\new',
      phones: [
        { type: 'work', value: '(425) 555-0100' },
        { type: 'work fax', value: '(425) 555-0101' },
      ],
      emails: [{ type: '', value: 'joerg@example.com' }],
      addresses: [{ type: 'work', street: '1 Main Street\nSuite 4', country: 'United States of America' }],
      photo: { type: 'image/jpeg', base64: '/9j/4AAQSkZJRgABAQ==' },
    })
  })

  test('of version 4.0 is read: URIs, quoted parameters, a preferred value', () => {
    const card = one(
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Simon Perreault',
      'TEL;VALUE=uri;TYPE="voice,home":tel:+1-418-555-0100',
      'TEL;PREF=1;VALUE=uri;TYPE="work":tel:+1-418-656-9254;ext=102',
      'ADR;LABEL="2875 Laurier: D2-630;Quebec";TYPE=work:;;2875 Laurier;Quebec;QC;G1V 2M2;Canada',
      'PHOTO:data:image/png;base64,iVBORw0K',
      'END:VCARD',
    )
    expect(card).toMatchObject({
      names: { full: 'Simon Perreault', first: '', last: '' },
      phones: [
        { type: 'work', value: '+1-418-656-9254 ext. 102' },
        { type: 'home', value: '+1-418-555-0100' },
      ],
      addresses: [{ type: 'work', street: '2875 Laurier', city: 'Quebec' }],
      photo: { type: 'image/png', base64: 'iVBORw0K' },
    })
  })

  test('without its last line is read, and the next one too', () => {
    expect(all('BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B').map(({ names }) => names.full)).toEqual(['A', 'B'])
  })

  test('within another is not a person of its own', () => {
    const cards = all(
      'BEGIN:VCARD\nVERSION:2.1\nFN:A\nAGENT:\nBEGIN:VCARD\nFN:B\nEND:VCARD\nTITLE:Boss\nEND:VCARD\nBEGIN:VCARD\nFN:C\nEND:VCARD',
    )
    expect(cards.map(({ names, title }) => [names.full, title])).toEqual([
      ['A', 'Boss'],
      ['C', ''],
    ])
  })

  test('in text that is none is not found', () => {
    expect(all('<html>\nname,phone\nBEGIN:VCALENDAR\nEND:VCALENDAR')).toEqual([])
  })

  test('an open parameter, a lone backslash and a wrong code are kept as they are', () => {
    expect(one('BEGIN:VCARD', 'FN:A\\', 'NOTE;X="y:z', 'TITLE;ENCODING=QUOTED-PRINTABLE:100=%', 'END:VCARD')).toMatchObject({
      names: { full: 'A\\' },
      title: '100=%',
    })
  })

  test('100,000 of them are all read', () => {
    const file = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Amara Field\r\nTEL;TYPE=CELL:555\r\nEND:VCARD\r\n'.repeat(100_000)
    let people = 0
    for (const { phones } of readVCards(file)) people += phones.length
    expect(people).toBe(100_000)
  })
})

describe('the text of a file', () => {
  const bytesOf = (text: string, isBig = false) => {
    const bytes = Buffer.from(text, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  test.each([
    ['UTF-8', Buffer.from('Zoë “ж”')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFZoë “ж”')],
    ['UTF-16', bytesOf('\uFEFFZoë “ж”')],
    ['UTF-16, big-endian', bytesOf('\uFEFFZoë “ж”', true)],
    ['UTF-16 without a mark', bytesOf('Zoë “ж”')],
    ['UTF-16, big-endian without a mark', bytesOf('Zoë “ж”', true)],
  ])('is read from %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Zoë “ж”')
  })

  test('is read from Windows-1252', () => {
    expect(decodeText(Uint8Array.of(0x5a, 0x6f, 0xeb, 0x20, 0x93, 0x80, 0x94))).toBe('Zoë “€”')
  })
})
