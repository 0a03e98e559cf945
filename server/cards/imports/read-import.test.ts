import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PageReader } from '#server/integrations/page-reader.ts'
import { readImportFile, readImportPage } from './read-import.ts'

const jpeg = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#2f6f4f' } })
  .jpeg()
  .toBuffer()

/** The public internet: these addresses and nothing else. */
function pagesAt(pages: Record<string, string | Buffer>) {
  const requested: string[] = []
  const pageReader: PageReader = {
    async read(url) {
      requested.push(url.href)
      const body = pages[url.href]
      if (body === undefined) return null
      return { url, type: typeof body === 'string' ? 'text/html; charset=utf-8' : 'image/jpeg', body: Buffer.from(body) }
    },
  }
  return { pageReader, requested }
}
const offline = pagesAt({})
const read = (text: string | Buffer, deps = offline) => readImportFile(deps, Buffer.from(text))
const cardIn = async (text: string | Buffer, deps = offline) => (await read(text, deps)).card
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: { problem: { kind: string } }) => thrown.problem.kind,
  )

describe('a vCard', () => {
  // As an iPhone shares one's own card.
  const iphone = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Berg;Ida;Maria;;',
    'FN:Ida Maria Berg',
    'ORG:Berg & Daughters;Bindery',
    'TITLE:Bookbinder',
    'EMAIL;type=INTERNET;type=WORK;type=pref:ida@berg.example',
    'EMAIL;type=INTERNET;type=HOME:ida.private@mail.example',
    'TEL;type=WORK;type=VOICE:(207) 555-0102',
    'TEL;type=CELL;type=VOICE;type=pref:(207) 555-0101',
    'item1.ADR;type=WORK;type=pref:;;12 Water St.;Bath;ME;04530;United States',
    'item2.URL;type=pref:https\\://berg.example',
    'item2.X-ABLabel:_$!<HomePage>!$_',
    'X-SOCIALPROFILE;type=linkedin:https://www.linkedin.com/in/ida-berg',
    'BDAY:1980-02-01',
    'NOTE:Met at the fair',
    `PHOTO;ENCODING=b;TYPE=JPEG:${jpeg
      .toString('base64')
      .match(/.{1,74}/g)
      ?.join('\r\n ')}`,
    'END:VCARD',
  ].join('\r\n')

  test('gives every field, the links and the photo, and names the rest', async () => {
    const card = await cardIn(iphone)
    expect(card?.fields).toEqual({
      fullName: 'Ida Maria Berg',
      title: 'Bookbinder',
      companyName: 'Berg & Daughters',
      phoneNumber: '(207) 555-0101',
      emailAddress: 'ida@berg.example',
      companyAddress: '12 Water St.',
      companyCity: 'Bath',
      companyState: 'ME',
      companyZip: '04530',
      companyCountry: 'United States',
    })
    expect(card?.links).toEqual(['https://berg.example/', 'https://www.linkedin.com/in/ida-berg'])
    expect((await sharp(Buffer.from(card?.photo ?? '', 'base64')).metadata()).format).toBe('webp')
    expect(card?.leftOut).toEqual([
      { what: '(207) 555-0102', reason: 'further' },
      { what: 'ida.private@mail.example', reason: 'further' },
      { what: 'BDAY', reason: 'unknown' },
      { what: 'NOTE', reason: 'unknown' },
    ])
  })

  test('is imported without an unreadable photo, which is listed', async () => {
    for (const photo of ['PHOTO;ENCODING=b;TYPE=JPEG:bm90IGEgcGljdHVyZQ==', 'PHOTO:https://gone.example/ida.jpg']) {
      const card = await cardIn(`BEGIN:VCARD\nVERSION:3.0\nFN:Ida\n${photo}\nEND:VCARD`)
      expect([card?.photo, card?.leftOut.map(({ reason }) => reason)]).toEqual(['', ['photo']])
    }
  })

  test('of several people offers each, and the one sent back is read', async () => {
    const file = ['Ida', 'Otto'].map((name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nORG:${name} Inc\r\nEND:VCARD\r\n`).join('')
    const { card, people, hasMore } = await read(file)
    expect([card, hasMore, people.map(({ name, note }) => [name, note])]).toEqual([
      null,
      false,
      [
        ['Ida', 'Ida Inc'],
        ['Otto', 'Otto Inc'],
      ],
    ])
    expect((await cardIn(people[1]?.source ?? ''))?.fields).toMatchObject({ fullName: 'Otto', companyName: 'Otto Inc' })
  })

  test('in UTF-16 is read like any other', async () => {
    const wide = Buffer.from(`\uFEFFBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Ålund\r\nEND:VCARD\r\n`, 'utf16le')
    expect((await cardIn(wide))?.fields).toEqual({ fullName: 'Zoë Ålund' })
  })
})

describe('a CSV', () => {
  test.each([
    [
      'HiHello',
      'First Name,Last Name,Job Title,Company,Email,Phone,Website,LinkedIn,Address,City,State,Postal Code,Country\nIda,Berg,Bookbinder,Berg & Daughters,ida@berg.example,(207) 555-0101,berg.example,https://www.linkedin.com/in/ida,12 Water St.,Bath,ME,04530,US\n',
    ],
    [
      'Popl',
      'Name,Email,Number,Job Title,Company,Location,Website,LinkedIn URL\nIda Berg,ida@berg.example,(207) 555-0101,Bookbinder,Berg & Daughters,"Bath, ME",https://berg.example,ida\n',
    ],
    [
      'Blinq',
      '"Full Name";"Job Title";"Company Name";"Email Address";"Phone Number";"Website URL";"LinkedIn Profile"\n"Ida Berg";"Bookbinder";"Berg & Daughters";"ida@berg.example";"(207) 555-0101";"https://berg.example";"@ida"\n',
    ],
  ])('of %s gives name, title, company, phone, email and links', async (_, file) => {
    const card = await cardIn(file)
    expect(card?.fields).toMatchObject({
      fullName: 'Ida Berg',
      title: 'Bookbinder',
      companyName: 'Berg & Daughters',
      phoneNumber: '(207) 555-0101',
      emailAddress: 'ida@berg.example',
    })
    expect(card?.links).toEqual(['https://berg.example/', 'https://www.linkedin.com/in/ida'])
    expect(card?.leftOut).toEqual([])
  })

  test('of Linktree links gives one card with all of them', async () => {
    const card = await cardIn('Title,URL,Clicks\nShop,https://shop.example/ida,12\nInstagram,https://instagram.com/ida,40\n')
    expect(card?.links).toEqual(['https://shop.example/ida', 'https://instagram.com/ida'])
  })

  test('skips formulas, and lists them with the unknown columns', async () => {
    const card = await cardIn(
      'Name,Title,Phone,Website,Shoe size\n"=HYPERLINK(""https://evil.example"",""Ida"")",\'=1+1,\'+1 207 555 0101,@SUM(A1),38\n,,,,\n',
    )
    expect(card).toMatchObject({
      fields: { phoneNumber: '+1 207 555 0101' },
      links: [],
      leftOut: [
        { what: 'Website', reason: 'formula' },
        { what: 'Shoe size', reason: 'unknown' },
        { what: 'Name', reason: 'formula' },
        { what: 'Title', reason: 'formula' },
      ],
    })
  })

  test('of several people offers each; empty lines are none', async () => {
    const { people } = await read('Name,Email\r\nIda,ida@a.example\r\n,\r\n"Otto ""O"" Lind",\r\n')
    expect(people.map(({ name }) => name)).toEqual(['Ida', 'Otto "O" Lind'])
    expect((await cardIn(people[1]?.source ?? ''))?.fields).toEqual({ fullName: 'Otto "O" Lind' })
  })

  test.each(['Website', 'LinkedIn'])('takes no more than 200 links of the cell under “%s”', async (heading) => {
    const card = await cardIn(
      `Name,${heading}\nIda,${'https://a.example '.repeat(100)}${'https://b.example '.repeat(100)}${'c.example '.repeat(180_000)}\n`,
    )
    expect(card?.links).toEqual(['https://a.example/', 'https://b.example/'])
  })

  test('offers a person without the columns that a card has no place for', async () => {
    const { people } = await read('Name,Shoe size,constructor\nIda,38,a\nOtto,44,b\n')
    expect(people.map(({ source }) => source)).toEqual(['"Name"\r\n"Ida"', '"Name"\r\n"Otto"'])
  })

  test('of a whole address book offers the first hundred', async () => {
    const { people, hasMore } = await read(`Name\n${'Ida\n'.repeat(50_000)}`)
    expect([people.length, hasMore]).toEqual([100, true])
  })

  test('with 500 links takes the first 40 and says how many are left', async () => {
    const card = await cardIn(`URL\n${Array.from({ length: 500 }, (_, at) => `https://a.example/${at}`).join('\n')}\n`)
    expect([card?.links.length, card?.leftOut]).toEqual([40, [{ what: '460', reason: 'too-many' }]])
  })
})

describe('a page', () => {
  const account = {
    username: 'ida',
    pageTitle: '@idabinds',
    description: 'I bind books & mend them.',
    profilePictureUrl: 'https://ugc.example/ida.jpg',
    socialLinks: [
      { type: 'INSTAGRAM', url: 'https://instagram.com/ida' },
      { type: 'EMAIL_ADDRESS', url: 'mailto:ida@berg.example' },
    ],
    links: [
      { id: 1, type: 'HEADER', title: 'Shop', url: '' },
      { id: 2, type: 'CLASSIC', title: 'Books', url: 'https://shop.example/books' },
      { id: 3, type: 'CLASSIC', title: 'Bad', url: 'javascript:alert(1)' },
    ],
  }
  const linktree = `<!DOCTYPE html><html><head><title>idabinds | Linktree</title><meta property="og:title" content="idabinds"/>
    </head><body><a href="https://linktr.ee/s/about">About</a><a href="https://elsewhere.example">x</a>
    <script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { account } } })}</script></body></html>`

  test('of Linktree gives its name, text, links and photo', async () => {
    const web = pagesAt({ 'https://linktr.ee/ida': linktree, 'https://ugc.example/ida.jpg': jpeg })
    const { card } = await readImportPage(web, 'http://linktr.ee/ida')
    expect(card).toMatchObject({
      fields: { fullName: 'idabinds', bio: 'I bind books & mend them.', emailAddress: 'ida@berg.example' },
      links: ['https://instagram.com/ida', 'https://shop.example/books'],
      leftOut: [{ what: 'javascript:alert(1)', reason: 'invalid' }],
    })
    expect(card?.photo).not.toBe('')
    expect(web.requested).toEqual(['https://linktr.ee/ida', 'https://ugc.example/ida.jpg'])
  })

  test('saved as a file is read the same', async () => {
    expect((await cardIn(linktree))?.fields.fullName).toBe('idabinds')
  })

  test('with JSON-LD gives the person, and its anchors the links', async () => {
    const html = `<html><head><meta content="https://berg.example/a.jpg" property=og:image><script type="application/ld+json">
      {"@context":"https://schema.org","@type":"ProfilePage","mainEntity":{"@type":"Person","name":"Ida Berg","jobTitle":"Bookbinder",
      "worksFor":{"@type":"Organization","name":"Berg &amp; Daughters"},"telephone":"+1 207 555 0101","sameAs":["https://www.linkedin.com/in/ida"],
      "address":{"@type":"PostalAddress","streetAddress":"12 Water St.","addressLocality":"Bath"}}}</script></head>
      <body><!-- <a href="https://old.example">old</a> --><a href='/contact'>Contact</a><a class=x href="mailto:ida@berg.example?subject=Hi">Mail</a>
      <a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a><a href="https://apps.apple.com/app/x">App</a><a href=https://x.com/ida>X</a></body></html>`
    const { card } = await readImportPage(pagesAt({ 'https://berg.example/': html }), 'berg.example')
    expect(card).toMatchObject({
      fields: {
        fullName: 'Ida Berg',
        title: 'Bookbinder',
        phoneNumber: '+1 207 555 0101',
        emailAddress: 'ida@berg.example',
        companyCity: 'Bath',
      },
      links: ['https://www.linkedin.com/in/ida', 'https://x.com/ida'],
      leftOut: [{ what: 'https://berg.example/a.jpg', reason: 'photo' }],
    })
  })

  test('with a title only gives the name in it', async () => {
    const html = '<title>x</title><meta property="og:title" content="Zo&euml; &#8217;n Berg - Popl"><a href="tel:+12075550101">Call</a>'
    const { card } = await readImportPage(pagesAt({ 'https://popl.co/profile/zoe': html }), 'https://popl.co/profile/zoe')
    expect(card?.fields).toMatchObject({ fullName: 'Zo&euml; ’n Berg', phoneNumber: '+12075550101' })
  })

  test('that links to a contact file is read as one', async () => {
    const pageReader: PageReader = {
      read: async (url) => ({ url, type: 'text/vcard', body: Buffer.from('BEGIN:VCARD\nFN:Ida\nTEL:2075550101\nEND:VCARD') }),
    }
    expect((await readImportPage({ pageReader }, 'https://a.example/ida.vcf')).card?.fields.fullName).toBe('Ida')
  })
})

describe('a JSON file', () => {
  test.each([
    ['flat keys', { first_name: 'Ida', last_name: 'Berg', email: 'ida@berg.example', links: [{ title: 'A', url: 'https://a.example' }] }],
    [
      'parts of a name and lists of values',
      { name: { first: 'Ida', last: 'Berg' }, emails: [{ value: 'ida@berg.example' }], urls: ['https://a.example'] },
    ],
    ['a list of one', [{ fullName: 'Ida Berg', Email: 'ida@berg.example', website: 'https://a.example' }]],
  ])('with %s is read', async (_, json) => {
    expect(await cardIn(JSON.stringify(json))).toMatchObject({
      fields: { fullName: 'Ida Berg', emailAddress: 'ida@berg.example' },
      links: ['https://a.example/'],
    })
  })

  test('of a person with lists of their own is that person', async () => {
    const json = { name: 'Ada', email: 'ada@a.example', profiles: [{ network: 'x', handle: 'ada' }], data: [{ name: 'Otto' }] }
    expect((await cardIn(JSON.stringify(json)))?.fields).toEqual({ fullName: 'Ada', emailAddress: 'ada@a.example' })
    expect((await cardIn(JSON.stringify({ count: 1, data: [{ name: 'Otto' }] })))?.fields).toEqual({ fullName: 'Otto' })
  })

  test('of an account’s Linktree data is read', async () => {
    const json = { account: { pageTitle: 'Ida', socialLinks: [], links: [{ url: 'https://a.example' }] } }
    expect(await cardIn(JSON.stringify(json))).toMatchObject({ fields: { fullName: 'Ida' }, links: ['https://a.example/'] })
  })
})

describe('what is no card', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \r\n\t', 'empty'],
    ['a picture', jpeg, 'type'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0]), 'workbook'],
    ['half a JSON', '{"name":', 'type'],
    ['a sentence', 'Dear Sir or Madam', 'type'],
    ['a table of other things', 'SKU,Price\n1,2\n', 'columns'],
    ['a table with too many columns', `Name${',Email'.repeat(500)}\nIda\n`, 'columns'],
    ['a table with a heading without end', `Name,${'x'.repeat(201)}\nIda,1\n`, 'columns'],
    ['a table without rows', 'Name,Email\n', 'nothing'],
    ['a page without a card', '<!doctype html><p>Hello', 'nothing'],
    ['an empty vCard', 'BEGIN:VCARD\nEND:VCARD', 'nothing'],
  ])('%s is refused in one word', async (_, file, kind) => {
    expect(await kindOf(read(file))).toBe(kind)
  })

  test.each(['', 'not an address', 'javascript:alert(1)', 'file:///etc/passwd', 'https://gone.example', 'https://user:pass@a.example'])(
    'a page at “%s” is refused without a hint of what answered',
    async (address) => {
      expect(await kindOf(readImportPage(offline, address))).toBe('page')
    },
  )
})
