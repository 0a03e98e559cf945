import ICAL from 'ical.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { savePicture } from '../../../tests/factories/pictures.ts'
import { addVersion } from '../editor/add-version.ts'
import { drawQr } from '../images/draw-qr.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

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
  test('VC-2 a link is labeled with the name that its brand has today', async () => {
    const services = [
      { gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/zoe' },
      { gradeServiceId: 26, directLink: 'https://wa.me/12075550101' },
    ]
    const { alias } = await aCard(app.needs, { services })
    expect((await read(await vCard(alias)))('x-ablabel')).toEqual(expect.arrayContaining(['LinkedIn', 'WhatsApp']))
  })

  test('API-1 is answered with or without a version, as pictures are; a named version has its own', async () => {
    const { id, alias } = await aCard(app.needs, { title: 'Broker' })
    await app.needs.db.transaction((tx) => addVersion(tx, id, 'spring', { title: 'Spring broker' }, app.needs.clock.now()))
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

  test('VC-2 a note says in plain words what the bio says with marks', async () => {
    const { alias } = await aCard(app.needs, { bio: 'I **sell** [houses](https://example.com).\n- 5 * 3\n- *Ring*' })
    expect((await read(await vCard(alias)))('note')).toEqual(['I sell houses.\n- 5 * 3\n- Ring'])
  })

  test('VC-2 API-1 is a file named after the subject, with the card’s own address and links', async () => {
    const { alias } = await aCard(app.needs, {
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

  test('VC-2 what the owner hid is not in the file', async () => {
    const { alias } = await aCard(app.needs, { settings: { homepage: { ShowMobilePhone: false, ShowEmailAddress: false } } })
    const values = await read(await vCard(alias))
    expect(values('tel')).toEqual(['+12075550102', '+12075550103'])
    expect(values('email')).toEqual([])
  })

  test('HOME-2 a hidden name is not in the file: the contact has the company’s name, then the address’s', async () => {
    const { alias } = await aCard(app.needs, { companyName: 'Vale Homes', settings: { homepage: { ShowName: false } } })
    const answer = await vCard(alias)
    expect(answer.headers.get('content-disposition')).toContain('filename="vale-homes.vcf"')
    const values = await read(answer)
    expect([values('fn'), values('n'), values('org')]).toEqual([['Vale Homes'], [['Vale Homes', '', '', '', '']], ['Vale Homes']])

    const bare = await aCard(app.needs, { settings: { homepage: { ShowName: false, ShowCompanyName: false, ShowTitle: false } } })
    const nameless = await read(await vCard(bare.alias))
    expect([nameless('fn'), nameless('org'), nameless('title')]).toEqual([[bare.alias], [], []])
  })

  test('VC-2 the photo is a small square JPEG, however large the picture was', async () => {
    const { id, alias } = await aCard(app.needs)
    await savePicture(app.needs, app.needs.db, id, 'profile', await noise(1600, 1200))
    const [photo] = (await read(await vCard(alias)))('photo')
    const bytes = Buffer.from(String(photo), 'base64')
    expect(bytes.length).toBeLessThanOrEqual(60_000)
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width]).toEqual(['jpeg', height])
  })

  test('without its right, switched off, or of nobody: not there', async () => {
    const shut = await aCard(app.needs, { isCardDisabled: true })
    const bare = await aCard(app.needs, { revokedRights: ['VCard'] })
    for (const alias of [shut.alias, bare.alias, 'nobody-at-all']) {
      expect((await vCard(alias)).status).toBe(404)
    }
  })
})

describe('cards.qr', () => {
  const qr = (alias: string, query = '') => app.ask(`/api/public/client-qr/${alias}/latest${query}`)
  const withLogo = async (fields: Parameters<typeof aCard>[1]) => {
    const card = await aCard(app.needs, fields)
    const logo = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#1f533f' } })
      .png()
      .toBuffer()
    await savePicture(app.needs, app.needs.db, card.id, 'logo', logo)
    return card
  }

  test('DESK-2 carries the logo with AdvancedShare, and not without, nor where the owner hides it', async () => {
    const hasLogo = async (fields: Parameters<typeof aCard>[1]) =>
      (await (await qr((await withLogo(fields)).alias)).text()).includes('<image')
    expect(await hasLogo({ plan: 'PRO' })).toBe(true)
    expect(await hasLogo({ plan: 'FREE' })).toBe(false)
    expect(await hasLogo({ plan: 'PRO', settings: { QRCode: { hide: true } } })).toBe(false)
  })

  test('SHARE-2 as a file it is qrcode.png, 400 wide', async () => {
    const { alias } = await withLogo({ plan: 'PRO' })
    const answer = await qr(alias, '?format=png')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="qrcode.png"')
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 400, height: 400 })
  })

  test('a width nobody offers is refused', async () => {
    const { alias } = await aCard(app.needs)
    expect((await qr(alias, '?format=png&w=100000')).status).toBe(422)
  })
})

describe('cards.installQr', () => {
  const code = (alias: string) => app.ask(`/api/public/client-install-qr/${alias}`)

  test('INST-1 is a drawing that leads another phone to the install page', async () => {
    const { alias } = await aCard(app.needs, { plan: 'FREE' })
    const answer = await code(alias.toUpperCase())
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(await answer.text()).toBe(drawQr(`${app.needs.settings.publicUrl}/${alias}/install`, null))
  })

  test('nobody installs a card that is not there, or switched off', async () => {
    expect((await code('nobody-lives-here')).status).toBe(404)
    const { alias } = await aCard(app.needs, { isCardDisabled: true })
    expect((await code(alias)).status).toBe(404)
  })
})
