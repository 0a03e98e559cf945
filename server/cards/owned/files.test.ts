import ICAL from 'ical.js'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { savePicture } from '../../../tests/factories/pictures.ts'
import { addVersion } from '../editor/add-version.ts'
import { drawQr } from '../images/draw-qr.ts'
import { drawSeal } from '../images/draw-seal.ts'

const app = await theApp()

const vCard = (alias: string, version = 'latest') => app.ask(`/api/public/client/${alias}/v-card/${version}`)

async function read(answer: Response) {
  const card = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[])
  return (name: string) => card.getAllProperties(name).map((property) => property.getFirstValue())
}

const noise = async (width: number, height: number) => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()
}

describe('cards.vCard', () => {
  test('VC-2 a link is labeled with the brand’s current name', async () => {
    const services = [
      { gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/zoe' },
      { gradeServiceId: 26, directLink: 'https://wa.me/12075550101' },
    ]
    const { alias } = await aCard(app.deps, { services })
    expect((await read(await vCard(alias)))('x-ablabel')).toEqual(expect.arrayContaining(['LinkedIn', 'WhatsApp']))
  })

  test('API-1 works with or without a version; a named version has its own file', async () => {
    const { id, alias } = await aCard(app.deps, { title: 'Broker' })
    await app.deps.db.transaction((tx) => addVersion(tx, id, 'spring', { title: 'Spring broker' }, app.deps.clock.now()))
    for (const version of ['latest', '1', '22', 'rev 4', ''])
      expect((await read(await vCard(alias, version)))('title'), version).toEqual(['Broker'])
    const bare = await app.ask(`/api/public/client/${alias}/v-card`)
    expect([bare.status, (await read(bare))('title')]).toEqual([200, ['Broker']])
    expect((await read(await vCard(alias, 'spring')))('title')).toEqual(['Spring broker'])
    for (const path of [
      `client-image/${alias}/ProfileImage`,
      `client-image/${alias}/ProfileImage/`,
      `client-icon/${alias}/ProfileImage/192/`,
    ])
      expect((await app.ask(`/api/public/${path}`)).status, path).toBe(200)
    expect((await vCard('nobody-here')).status).toBe(404)
  })

  test('VC-2 the note contains the bio without markup', async () => {
    const { alias } = await aCard(app.deps, { bio: 'I **sell** [houses](https://example.com).\n- 5 * 3\n- *Ring*' })
    expect((await read(await vCard(alias)))('note')).toEqual(['I sell houses.\n- 5 * 3\n- Ring'])
  })

  test('VC-2 API-1 is a file named after the person, with the card’s address and links', async () => {
    const { alias } = await aCard(app.deps, {
      firstName: 'Zoë',
      lastName: 'Ng',
      services: [
        { gradeServiceId: 7, directLink: 'linkedin.com/in/zoe' },
        { gradeServiceId: 6, directLink: 'javascript:alert(1)' },
      ],
    })
    const answer = await vCard(alias)
    expect(answer.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="zoe-ng.vcf"; filename*=UTF-8''Zo%C3%AB%20Ng.vcf`)

    const values = await read(answer)
    expect(values('fn')).toEqual(['Zoë Ng'])
    expect(values('tel')).toEqual(['+12075550101', '+12075550102', '+12075550103'])
    expect(values('url')).toEqual([`${app.settings.publicUrl}/${alias}/home`, 'https://linkedin.com/in/zoe'])
  })

  test('VC-2 hidden fields aren’t in the file', async () => {
    const { alias } = await aCard(app.deps, { settings: { homepage: { ShowMobilePhone: false, ShowEmailAddress: false } } })
    const values = await read(await vCard(alias))
    expect(values('tel')).toEqual(['+12075550102', '+12075550103'])
    expect(values('email')).toEqual([])
  })

  test('HOME-2 a hidden name becomes the company’s name, else the alias', async () => {
    const { alias } = await aCard(app.deps, { companyName: 'Vale Homes', settings: { homepage: { ShowName: false } } })
    const answer = await vCard(alias)
    expect(answer.headers.get('content-disposition')).toContain('filename="vale-homes.vcf"')
    const values = await read(answer)
    expect([values('fn'), values('n'), values('org')]).toEqual([['Vale Homes'], [['Vale Homes', '', '', '', '']], ['Vale Homes']])

    const bare = await aCard(app.deps, { settings: { homepage: { ShowName: false, ShowCompanyName: false, ShowTitle: false } } })
    const nameless = await read(await vCard(bare.alias))
    expect([nameless('fn'), nameless('org'), nameless('title')]).toEqual([[bare.alias], [], []])
  })

  test('VC-2 the photo is a small square JPEG for any picture', async () => {
    const { id, alias } = await aCard(app.deps)
    await savePicture(app.deps, app.deps.db, id, 'profile', await noise(1600, 1200))
    const [photo] = (await read(await vCard(alias)))('photo')
    const bytes = Buffer.from(String(photo), 'base64')
    expect(bytes.length).toBeLessThanOrEqual(60_000)
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width]).toEqual(['jpeg', height])
  })

  test('answers 404 without the permission, for disabled and for missing cards', async () => {
    const shut = await aCard(app.deps, { isCardDisabled: true })
    const bare = await aCard(app.deps, { revokedRights: ['VCard'] })
    for (const alias of [shut.alias, bare.alias, 'nobody-at-all']) {
      expect((await vCard(alias)).status).toBe(404)
    }
  })
})

describe('cards.qr', () => {
  const qr = (alias: string, query = '') => app.ask(`/api/public/client-qr/${alias}/latest${query}`)
  const withLogo = async (fields: Parameters<typeof aCard>[1]) => {
    const card = await aCard(app.deps, fields)
    const logo = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#1f533f' } })
      .png()
      .toBuffer()
    await savePicture(app.deps, app.deps.db, card.id, 'logo', logo)
    return card
  }

  test('DESK-2 has the logo only with AdvancedShare and if it isn’t hidden', async () => {
    const hasLogo = async (fields: Parameters<typeof aCard>[1]) =>
      (await (await qr((await withLogo(fields)).alias)).text()).includes('<image')
    expect(await hasLogo({ plan: 'PRO' })).toBe(true)
    expect(await hasLogo({ plan: 'FREE' })).toBe(false)
    expect(await hasLogo({ plan: 'PRO', settings: { QRCode: { hide: true } } })).toBe(false)
  })

  test('SHARE-2 the download is qrcode.png, 400 wide', async () => {
    const { alias } = await withLogo({ plan: 'PRO' })
    const answer = await qr(alias, '?format=png')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="qrcode.png"')
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 400, height: 400 })
  })

  test('an unknown width is refused', async () => {
    const { alias } = await aCard(app.deps)
    expect((await qr(alias, '?format=png&w=100000')).status).toBe(422)
  })
})

describe('cards.seal', () => {
  test('is an SVG of the address alone, and stays the same', async () => {
    const { alias } = await aCard(app.deps)
    const [answer, other] = [await app.ask(`/api/public/client-seal/${alias}`), await app.ask('/api/public/client-seal/no-such-card')]
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(await answer.text()).toBe(drawSeal(alias))
    // It doesn't reveal which addresses have a card.
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, answer.headers.get('cache-control')])
  })

  test('an invalid address is not found', async () => {
    expect((await app.ask('/api/public/client-seal/%3Csvg%3E')).status).toBe(404)
  })
})

describe('cards.installQr', () => {
  const code = (alias: string) => app.ask(`/api/public/client-install-qr/${alias}`)

  test('INST-1 is an SVG that opens the install page on another phone', async () => {
    const { alias } = await aCard(app.deps, { plan: 'FREE' })
    const answer = await code(alias.toUpperCase())
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(await answer.text()).toBe(drawQr(`${app.deps.settings.publicUrl}/${alias}/install`, null))
  })

  test('answers 404 for missing and disabled cards', async () => {
    expect((await code('nobody-lives-here')).status).toBe(404)
    const { alias } = await aCard(app.deps, { isCardDisabled: true })
    expect((await code(alias)).status).toBe(404)
  })
})
