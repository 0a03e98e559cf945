import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ProblemName } from '#contract/problem.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import type { PictureKind } from './tables.ts'

const app = await theApp()

const red = { r: 200, g: 30, b: 30 }
const photo = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: red } })
const save = (id: string, kind: PictureKind, bytes: Buffer) => savePicture(app.deps, app.deps.db, id, kind, bytes)
const portrait = (alias: string, version = 'latest') => `/api/public/client-image/${alias}/ProfileImage/${version}`
const show = (path: string, accept = 'image/webp,*/*') => app.ask(path, { headers: { accept } })
const pixelsOf = async (answer: Response) => sharp(Buffer.from(await answer.arrayBuffer())).metadata()
const refusedAs = (name: ProblemName) => ({ problem: { type: `/problems/${name}` } })

describe('a saved picture', () => {
  test('is upright and has no location data', async () => {
    const { id, alias } = await aCard(app.deps)
    const lying = await photo(600, 400)
      .withExif({ IFD0: { Model: 'Secret phone' }, IFD3: { GPSLatitude: '43/1 39/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const saved = await save(id, 'profile', lying)
    expect([saved.width, saved.height]).toEqual([400, 600])

    const served = Buffer.from(await (await show(portrait(alias), 'image/jpeg')).arrayBuffer())
    expect(await sharp(served).metadata()).not.toMatchObject({ exif: expect.anything() })
    expect(served.includes('Secret phone')).toBe(false)
  })

  test('stays transparent', async () => {
    const { id, alias } = await aCard(app.deps)
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: { ...red, alpha: 0 } } })
      .png()
      .toBuffer()
    await save(id, 'logo', clear)
    const answer = await show(`/api/public/client-image/${alias}/OfficeLogo/latest`, 'image/*')

    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(await pixelsOf(answer)).toMatchObject({ hasAlpha: true })
  })

  test('has one frame', async () => {
    const { id, alias } = await aCard(app.deps)
    const frames = await Promise.all(
      [red, { r: 0, g: 0, b: 250 }].map((background) => photo(60, 60).flatten({ background }).png().toBuffer()),
    )
    await save(
      id,
      'profile',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )

    expect((await pixelsOf(await show(portrait(alias)))).pages).toBeUndefined()
  })

  test('is served in the requested width and an accepted format', async () => {
    const { id, alias } = await aCard(app.deps)
    await save(id, 'profile', await photo(1200, 1200).png().toBuffer())
    for (const [accept, format] of [
      ['image/avif,image/webp,*/*', 'heif'],
      ['image/webp,*/*', 'webp'],
      ['image/jpeg', 'jpeg'],
    ]) {
      const answer = await show(`${portrait(alias)}?w=220`, accept)
      expect(answer.headers.get('vary')).toContain('Accept')
      expect(await pixelsOf(answer)).toMatchObject({ width: 220, format })
    }
  })

  test('is never enlarged', async () => {
    const { id, alias } = await aCard(app.deps)
    await save(id, 'profile', await photo(100, 100).png().toBuffer())
    expect(await pixelsOf(await show(`${portrait(alias)}?w=2000`))).toMatchObject({ width: 100 })
  })

  test('is immutable under its revision and revalidated otherwise', async () => {
    const { id, alias } = await aCard(app.deps)
    const { revision } = await save(id, 'profile', await photo().jpeg().toBuffer())

    expect((await show(portrait(alias, revision))).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const newest = await show(portrait(alias))
    expect(newest.headers.get('cache-control')).toBe('public, max-age=60')
    const again = await app.ask(portrait(alias), {
      headers: { accept: 'image/webp,*/*', 'if-none-match': newest.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('has a fixed icon of 192 and a shared picture of 220 pixels', async () => {
    const { id, alias } = await aCard(app.deps)
    await save(id, 'profile', await photo(400, 700).jpeg().toBuffer())

    expect(await pixelsOf(await show(`/api/public/client-icon/${alias}/ProfileImage/192/latest`))).toMatchObject({
      format: 'png',
      width: 192,
      height: 192,
    })
    expect(await pixelsOf(await show(`/api/public/client-image-resized/${alias}/ProfileImage/220`))).toMatchObject({
      format: 'jpeg',
      width: 220,
    })
  })

  test('ACCOUNT-4 has one shape in an email signature, also as a placeholder', async () => {
    const { id, alias } = await aCard(app.deps)
    const inMail = `/api/public/client-image-resized/${alias}/ProfileImage/220?h=275`
    expect(await pixelsOf(await show(inMail))).toMatchObject({ format: 'jpeg', width: 220, height: 275 })
    await save(id, 'profile', await photo(700, 400).jpeg().toBuffer())
    expect(await pixelsOf(await show(inMail))).toMatchObject({ format: 'jpeg', width: 220, height: 275 })
  })
})

describe('a file that isn’t a picture', () => {
  test.each([
    ['text with an image name', Buffer.from('<script>alert(1)</script>'), 'picture-unreadable'],
    [
      'a drawing that could run',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      'picture-unreadable',
    ],
    ['nothing', Buffer.alloc(0), 'picture-unreadable'],
    ['sixteen megabytes', Buffer.alloc(16 * 1024 * 1024), 'body-too-large'],
  ] as const)('%s is refused, and the old one stays', async (_, bytes, name) => {
    const { id, alias } = await aCard(app.deps)
    const { revision } = await save(id, 'profile', await photo().jpeg().toBuffer())

    await expect(save(id, 'profile', bytes)).rejects.toMatchObject(refusedAs(name))
    expect((await show(portrait(alias, revision))).headers.get('cache-control')).toContain('immutable')
  })

  test('a truncated picture is refused', async () => {
    const { id } = await aCard(app.deps)
    const whole = await photo(900, 900).jpeg().toBuffer()
    await expect(save(id, 'profile', whole.subarray(0, whole.length / 2))).rejects.toMatchObject(refusedAs('picture-unreadable'))
  })

  test('49 megapixels are refused before decoding', async () => {
    const { id } = await aCard(app.deps)
    const huge = await photo(7000, 7000).png({ compressionLevel: 9 }).toBuffer()
    await expect(save(id, 'profile', huge)).rejects.toMatchObject(refusedAs('picture-too-many-pixels'))
  })
})

describe('a missing picture', () => {
  test.each([
    ['Maren', 'Holloway', 'MH'],
    ['Ångström', '', 'Å'],
    ['李', '小龙', '李小'],
    ['The', 'Oyelaran', 'O'],
  ])('of %s %s shows %s', async (firstName, lastName, initials) => {
    const { alias } = await aCard(app.deps, { firstName, lastName })
    const answer = await show(portrait(alias))

    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(await answer.text()).toContain(`<title>${initials}</title>`)
  })

  test('of a card without a name has a placeholder', async () => {
    const { alias } = await aCard(app.deps, { firstName: '', lastName: '', fullName: '<b>' })
    const drawing = await (await show(portrait(alias))).text()
    expect(drawing).toContain('</svg>')
    expect(drawing).not.toContain('<b>')
  })

  test.each([
    (alias: string) => `/api/public/client-image/${alias}/ECardImage/1`,
    (alias: string) => `/api/public/client-image/${alias}/OfficeLogo/1`,
    (alias: string) => `/api/public/client-image/logo/default/${alias}/OfficeLogo/1`,
    (alias: string) => `/api/public/client-image/get-logo/OfficeLogo/${alias}/lg/own/th/default/1`,
    (alias: string) => `/api/public/background-image/${alias}/bg/own/th/default/1`,
    (alias: string) => `/api/public/client-icon/${alias}/ProfileImage/192/1`,
    (alias: string) => `/api/public/client-image-resized/${alias}/ProfileImage/220`,
  ])('API-1 has a placeholder at every address, and 404 for a missing card', async (path) => {
    const { alias } = await aCard(app.deps)
    const answer = await show(path(alias))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    expect((await show(path('no-such-card'))).status).toBe(404)
  })

  test('a card that is off shows no face', async () => {
    const { id, alias } = await aCard(app.deps, { isCardDisabled: true })
    const { revision } = await save(id, 'profile', await photo().jpeg().toBuffer())
    expect((await show(portrait(alias, revision))).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })
})
