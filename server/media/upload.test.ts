import { pathTo } from '#common/path-to.ts'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureKind } from '#contract/cards/drafts.ts'
import { spellPath } from '#contract/product.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { promotePictures } from './promote-pictures.ts'
import { readPictures } from './read-pictures.ts'
import { removeBytes } from './remove-bytes.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { uploadPicture } from './upload-picture.ts'

const app = await theApp()

type Owner = SignedIn & { id: string; alias: string }
const anOwner = async (card: Parameters<typeof aCard>[1] = {}): Promise<Owner> => {
  const { id, alias } = await aCard(app.deps, card)
  return { ...(await signedIn(app, id)), id, alias }
}

type Overrides = { kind?: PictureKind; crop?: string; headers?: Record<string, string>; alias?: string }
const addressOf = (alias: string, kind: PictureKind, crop?: string) =>
  spellPath(pathTo('media.upload', { alias, kind }), app.settings.productSlug) + (crop ? `?crop=${crop}` : '')
const post = (by: Pick<SignedIn, 'ask'>, body: Uint8Array, { kind = 'profile', crop, headers = {}, alias = '' }: Overrides) =>
  by.ask(addressOf(alias, kind, crop), {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(body),
  })
const upload = async (owner: Owner, body: Uint8Array, overrides: Overrides = {}): Promise<Uploaded> => {
  const answer = await post(owner, body, { alias: owner.alias, ...overrides })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json() as Promise<Uploaded>
}
const problemOf = async (owner: Owner, body: Uint8Array, overrides: Overrides = {}) => {
  const answer = await post(owner, body, { alias: owner.alias, ...overrides })
  return { status: answer.status, ...((await answer.json()) as { type: string; kind?: string; detail?: string; title: string }) }
}

const red = { r: 200, g: 30, b: 30 }
const blue = { r: 20, g: 40, b: 190 }
const plain = (width: number, height: number, background: object = red) => sharp({ create: { width, height, channels: 3, background } })
/** Red left, blue right, with a white stripe at the top. */
const flag = () =>
  plain(300, 200).composite([
    { input: { create: { width: 150, height: 200, channels: 3, background: blue } }, left: 150, top: 0 },
    { input: { create: { width: 300, height: 40, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
  ])
const portrait = (alias: string, version: string) => `/api/public/client-image/${alias}/ProfileImage/${version}`
const fetchPicture = async (path: string) => {
  const answer = await app.ask(path, { headers: { accept: 'image/webp,*/*' } })
  return {
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const masterOf = async ({ id }: Owner, { revision }: Uploaded, kind: PictureKind = 'profile') =>
  (await app.deps.storage.get(`${id}/${kind}/${revision}/master.webp`)) ?? Buffer.alloc(0)
const pixelOf = async (picture: Buffer, left: number, top: number) => {
  const [r = 0, g = 0, b = 0] = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return r > 180 && g > 180 ? 'white' : r > b ? 'red' : 'blue'
}
const storedMasters = async (id: string) => (await keysOf(app.deps.storage, `${id}/`)).filter((key) => key.endsWith('master.webp'))
const promote = (id: string, pictures: Parameters<typeof promotePictures>[2]) =>
  app.deps.db.transaction((tx) => promotePictures(tx, id, pictures, new Date()))

/** A PNG of a few hundred bytes that claims to be huge. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const box = (brand: string, ...compatible: string[]) => {
  const brands = Buffer.from(`ftyp${brand}\0\0\0\0${compatible.join('')}`, 'latin1')
  return Buffer.concat([Buffer.from([0, 0, 0, brands.length + 4]), brands, Buffer.alloc(400)])
}

describe('media.upload', () => {
  test('ACCOUNT-2 an upload is stored, and visitors don’t see it before publishing', async () => {
    const owner = await anOwner()
    const before = await app.call('cards.read', { params: { alias: owner.alias } })
    const uploaded = await upload(owner, await plain(400, 300).jpeg().toBuffer())
    expect(uploaded).toEqual({
      revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      width: 400,
      height: 300,
      colors: expect.any(Array),
      isAnimated: false,
    })
    expect(await app.call('cards.read', { params: { alias: owner.alias } })).toEqual(before)
    expect((await fetchPicture(portrait(owner.alias, 'latest'))).type).toBe('image/svg+xml; charset=utf-8')
    // Only the uploader knows its revision.
    expect(await fetchPicture(portrait(owner.alias, uploaded.revision))).toMatchObject({
      type: 'image/webp',
      cache: expect.stringContaining('immutable'),
    })
  })

  test('the same file uploaded twice is one picture', async () => {
    const owner = await anOwner()
    const file = await plain(90, 90).png().toBuffer()
    const [once, again] = [await upload(owner, file), await upload(owner, file)]
    expect(again).toEqual(once)
    expect(await storedMasters(owner.id)).toHaveLength(1)
  })

  test('a crop applies to the upright picture', async () => {
    const owner = await anOwner()
    const file = await flag().png().toBuffer()
    const piece = await upload(owner, file, { crop: '0.5,0.2,0.5,0.8' })
    expect([piece.width, piece.height]).toEqual([150, 160])
    const master = await masterOf(owner, piece)
    expect([await pixelOf(master, 3, 3), await pixelOf(master, 146, 156)]).toEqual(['blue', 'blue'])
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo with orientation %i is upright, and so is a crop of it', async (orientation) => {
    const owner = await anOwner()
    // Rotated the other way first, as a camera stores it.
    const lying = orientation >= 5 ? { width: 200, height: 300 } : { width: 300, height: 200 }
    const raw = await flag().png().toBuffer()
    const turned = await unturn(raw, orientation)
    expect(await sharp(turned).metadata()).toMatchObject(lying)
    const file = await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    const whole = await upload(owner, file)
    expect([whole.width, whole.height]).toEqual([300, 200])
    const master = await masterOf(owner, whole)
    expect([await pixelOf(master, 10, 10), await pixelOf(master, 10, 190), await pixelOf(master, 290, 190)]).toEqual([
      'white',
      'red',
      'blue',
    ])
    const piece = await upload(owner, file, { crop: '0,0.25,0.4,0.5' })
    expect([piece.width, piece.height]).toEqual([120, 100])
    expect(await pixelOf(await masterOf(owner, piece), 60, 50)).toBe('red')
  })

  test('ACCOUNT-2 location and camera data is never stored or served', async () => {
    const owner = await anOwner()
    const file = await plain(500, 500)
      .withExif({ IFD0: { Model: 'Secret phone' }, IFD3: { GPSLatitude: '43/1 39/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret place</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(file.includes('Secret phone')).toBe(true)
    const { revision } = await upload(owner, file)
    for (const accept of ['image/avif', 'image/webp', 'image/jpeg'])
      await app.ask(`${portrait(owner.alias, revision)}?w=220`, { headers: { accept } })
    const keys = await keysOf(app.deps.storage, `${owner.id}/`)
    expect(keys).toHaveLength(4)
    for (const key of keys) {
      const bytes = (await app.deps.storage.get(key)) ?? Buffer.alloc(0)
      expect(bytes.includes('Secret'), key).toBe(false)
      expect(await sharp(bytes).metadata(), key).not.toMatchObject({ exif: expect.anything() })
    }
  })

  test('trailing data is removed', async () => {
    const owner = await anOwner()
    const file = Buffer.concat([await plain(64, 64).png().toBuffer(), Buffer.from('PK\u0003\u0004 Secret archive')])
    expect((await masterOf(owner, await upload(owner, file))).includes('Secret')).toBe(false)
  })

  test('dominant colors come first, and transparent areas don’t count', async () => {
    const owner = await anOwner()
    const logo = await sharp({ create: { width: 200, height: 100, channels: 4, background: { r: 0, g: 255, b: 0, alpha: 0 } } })
      .composite([
        { input: { create: { width: 80, height: 60, channels: 3, background: blue } }, left: 10, top: 20 },
        { input: { create: { width: 60, height: 60, channels: 3, background: '#e8e6e2' } }, left: 120, top: 20 },
      ])
      .png()
      .toBuffer()
    const { colors } = await upload(owner, logo, { kind: 'logo' })
    expect(colors).toEqual(['#1428be', '#e8e6e2'])
  })
})

/** The picture as a camera stores it with this orientation. */
async function unturn(upright: Buffer, orientation: number): Promise<Buffer> {
  const steps: Record<number, (picture: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.rotate(270),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.rotate(90),
    8: (picture) => picture.rotate(90),
  }
  const turned = await (steps[orientation] ?? ((picture) => picture))(sharp(upright)).png().toBuffer()
  return orientation === 5 || orientation === 7 ? sharp(turned).flip().png().toBuffer() : turned
}

describe('unusual pictures are accepted', () => {
  const frames = () => Promise.all([red, blue].map((background) => plain(80, 60, background).png().toBuffer()))
  const moving = async () => sharp(await frames(), { join: { animated: true } })

  test.each([
    ['a moving GIF', async () => (await moving()).gif().toBuffer()],
    ['a moving WebP', async () => (await moving()).webp().toBuffer()],
    [
      'a moving PNG',
      async () => {
        const still = await plain(80, 60).png().toBuffer()
        const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
        return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)])
      },
    ],
  ])('%s: its first frame, reported as animated', async (_, make) => {
    const owner = await anOwner()
    const uploaded = await upload(owner, await make())
    expect(uploaded).toMatchObject({ width: 80, height: 60, isAnimated: true })
    const master = await masterOf(owner, uploaded)
    expect((await sharp(master).metadata()).pages).toBeUndefined()
    expect(await pixelOf(master, 40, 30)).toBe('red')
  })

  test('a HEIF that the image library has a decoder for', async () => {
    const avif = await plain(80, 60).avif().toBuffer()
    const heif = Buffer.from(avif.toString('latin1').replaceAll('avif', 'mif1'), 'latin1')
    expect(await upload(await anOwner(), heif)).toMatchObject({ width: 80, height: 60 })
  })

  test('a transparent PNG stays transparent', async () => {
    const owner = await anOwner()
    const clear = await sharp({ create: { width: 60, height: 60, channels: 4, background: { ...red, alpha: 0.2 } } })
      .png()
      .toBuffer()
    const uploaded = await upload(owner, clear, { kind: 'logo' })
    expect(await sharp(await masterOf(owner, uploaded, 'logo')).metadata()).toMatchObject({ hasAlpha: true })
    expect(uploaded.isAnimated).toBe(false)
  })

  test.each([
    ['a CMYK JPEG', () => plain(80, 80).toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', () => plain(80, 80).toColourspace('rgb16').png().toBuffer()],
    ['a grayscale JPEG', () => plain(80, 80).grayscale().jpeg().toBuffer()],
    ['a TIFF', () => plain(80, 80).tiff().toBuffer()],
    ['an AVIF', () => plain(80, 80).avif().toBuffer()],
  ])('%s', async (_, make) => {
    const owner = await anOwner()
    const uploaded = await upload(owner, await make())
    expect(await sharp(await masterOf(owner, uploaded)).metadata()).toMatchObject({
      format: 'webp',
      width: 80,
      space: 'srgb',
      depth: 'uchar',
    })
  })
})

describe('refused files', () => {
  test.each([
    ['a HEIC of an iPhone', box('heic', 'mif1', 'heic'), 415, 'picture-type-unsupported', 'heic'],
    ['a PDF', Buffer.from('%PDF-1.7\n%…'), 415, 'picture-type-unsupported', 'pdf'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      'picture-type-unsupported',
      'svg',
    ],
    [
      'an SVG behind a head',
      Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- x -->\n<svg width="9"/>'),
      415,
      'picture-type-unsupported',
      'svg',
    ],
    ['a film', box('isom', 'mp41'), 415, 'picture-type-unsupported', 'video'],
    ['an archive', Buffer.from('PK\u0003\u0004…'), 415, 'picture-type-unsupported', 'zip'],
    ['text named .jpg', Buffer.from('Dear sir,\nplease find the picture'), 415, 'picture-type-unsupported', 'text'],
    ['nothing', Buffer.alloc(0), 422, 'picture-unreadable', undefined],
    ['noise', Buffer.from([1, 2, 3, 4, 5, 6, 0, 0, 9]), 422, 'picture-unreadable', undefined],
    ['a small file of nine hundred million pixels', bomb(30_000, 30_000), 422, 'picture-too-many-pixels', undefined],
  ] as const)('%s is rejected by its content, with a message that helps', async (_, bytes, status, name, kind) => {
    const owner = await anOwner()
    const rejected = await problemOf(owner, bytes, { headers: { 'content-type': 'image/jpeg' } })
    expect([rejected.status, rejected.type, rejected.kind]).toEqual([status, `/problems/${name}`, kind])
    expect(rejected.detail ?? rejected.title).toMatch(/\w/)
    expect(await storedMasters(owner.id)).toEqual([])
  })

  test('the HEIC message explains how to get JPEG from an iPhone', async () => {
    expect((await problemOf(await anOwner(), box('mif1', 'heic'))).detail).toContain('Most Compatible')
  })

  test('a photo of an iPhone, if the image library has no decoder for it', async () => {
    const heic = Buffer.from(
      'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAA' +
        'Imlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAKgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmND' +
        'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBJZbqSSmubgQEDAgA' +
        'AAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABIAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAybWRhdAAA' +
        'ACYoAa8TgOUzwJ//8FKj/91rPD8HeK1Q9FnTujCkbW0L+gAD3AABfw==',
      'base64',
    )
    expect(await problemOf(await anOwner(), heic)).toMatchObject({ status: 415, kind: 'heic' })
  })

  test('a truncated JPEG', async () => {
    const whole = await plain(900, 900).jpeg().toBuffer()
    expect(await problemOf(await anOwner(), whole.subarray(0, whole.length / 2))).toMatchObject({
      status: 422,
      type: '/problems/picture-unreadable',
    })
  })

  test('one pixel, and a tiny crop', async () => {
    const owner = await anOwner()
    expect(await problemOf(owner, await plain(1, 1).png().toBuffer())).toMatchObject({ status: 422, type: '/problems/picture-too-small' })
    const tiny = await problemOf(owner, await plain(100, 100).png().toBuffer(), { crop: '0,0,0.1,0.1' })
    expect(tiny).toMatchObject({ status: 422, type: '/problems/picture-too-small' })
  })

  test('41 megapixels', async () => {
    const wide = await plain(8200, 5000).png({ compressionLevel: 1 }).toBuffer()
    expect(await problemOf(await anOwner(), wide)).toMatchObject({ status: 422, type: '/problems/picture-too-many-pixels' })
  })

  test('16 MB, by content length and by body', async () => {
    const owner = await anOwner()
    const large = Buffer.alloc(16 * 1024 * 1024)
    expect(await problemOf(owner, large)).toMatchObject({ status: 413 })
    const streamed = await owner.ask(addressOf(owner.alias, 'profile'), {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'image/png' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  test.each(['application/json', 'text/html', 'multipart/form-data; boundary=x', ''])('sent as “%s”', async (type) => {
    expect(await problemOf(await anOwner(), await plain(60, 60).png().toBuffer(), { headers: { 'content-type': type } })).toMatchObject({
      status: 415,
    })
  })

  test.each(['0,0,2,1', '0.5,0,0.6,1', '0,0,0,1', '1,2', 'a,b,c,d', '-1,0,1,1', '0,0,1e3,1'])('a crop of %s', async (crop) => {
    expect(await problemOf(await anOwner(), await plain(60, 60).png().toBuffer(), { crop })).toMatchObject({
      status: 422,
      type: '/problems/input-invalid',
    })
  })
})

describe('unauthorized uploads', () => {
  test('anonymous callers are refused before reading; other owners get 404', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const file = await plain(60, 60).png().toBuffer()
    expect((await post(app, file, { alias: owner.alias })).status).toBe(401)
    expect((await post(app, Buffer.alloc(16 * 1024 * 1024), { alias: owner.alias })).status).toBe(401)
    expect((await post(other, file, { alias: owner.alias })).status).toBe(404)
    expect((await post(other, file, { alias: 'nobody-lives-here' })).status).toBe(404)
    expect(await storedMasters(owner.id)).toEqual([])
  })

  test('requests from other sites are refused', async () => {
    const owner = await anOwner()
    const file = await plain(60, 60).png().toBuffer()
    for (const [name, value] of [
      ['x-csrf', ''],
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect(await problemOf(owner, file, { headers: { [name]: value } })).toMatchObject({ status: 403 })
  })

  test('the 61st in an hour gets Retry-After', async () => {
    const owner = await anOwner()
    const send = () => post(owner, Buffer.from('%PDF-1'), { alias: owner.alias })
    for (let sent = 0; sent < 60; sent++) expect((await send()).status).toBe(415)
    const refused = await send()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
  })
})

describe('publishing uploads', () => {
  const picture = async (owner: Owner, side: number, kind: PictureKind = 'profile') => {
    const { revision, width, height } = await upload(owner, await plain(side, side).png().toBuffer(), { kind })
    return { revision, width, height }
  }
  const named = ({ id }: Owner, { revision }: { revision: string }) => ({ subjectId: id, kind: 'profile', revision })

  test('ACCOUNT-2 visitors see the published picture; the replaced one is deleted', async () => {
    const owner = await anOwner()
    const old = await savePicture(app.deps, app.deps.db, owner.id, 'profile', await plain(70, 70).jpeg().toBuffer())
    const next = await picture(owner, 90)
    expect(await promote(owner.id, { profile: next })).toEqual({
      removed: [{ subjectId: owner.id, kind: 'profile', revision: old.revision }],
    })
    expect(await sharp((await fetchPicture(portrait(owner.alias, 'latest'))).bytes).metadata()).toMatchObject({ width: 90 })
    // An old address serves the current picture.
    expect(await sharp((await fetchPicture(portrait(owner.alias, old.revision))).bytes).metadata()).toMatchObject({ width: 90 })
  })

  test('a removed picture is deleted; other kinds stay', async () => {
    const owner = await anOwner()
    const [face, logo] = [await picture(owner, 90), await picture(owner, 80, 'logo')]
    await promote(owner.id, { profile: face, logo })
    expect(await promote(owner.id, { profile: null, background: null })).toEqual({ removed: [named(owner, face)] })
    expect((await fetchPicture(portrait(owner.alias, face.revision))).type).toBe('image/svg+xml; charset=utf-8')
    expect((await fetchPicture(`/api/public/client-image/${owner.alias}/OfficeLogo/latest`)).type).toBe('image/webp')
  })

  test('publishing the same picture again changes nothing', async () => {
    const owner = await anOwner()
    const face = await picture(owner, 90)
    await promote(owner.id, { profile: face })
    await picture(owner, 90)
    expect(await promote(owner.id, { profile: face })).toEqual({ removed: [] })
    expect(await promote(owner.id, undefined)).toEqual({ removed: [] })
  })

  test('a removed public picture is gone at its address, even if uploaded again', async () => {
    const owner = await anOwner()
    const face = await picture(owner, 90)
    await promote(owner.id, { profile: face })
    await picture(owner, 90)
    expect(await promote(owner.id, { profile: null })).toEqual({ removed: [named(owner, face)] })
    expect((await fetchPicture(portrait(owner.alias, face.revision))).type).toBe('image/svg+xml; charset=utf-8')
  })

  test('a picture removed and uploaded concurrently keeps its file', async () => {
    const owner = await anOwner()
    const face = await picture(owner, 90)
    await promote(owner.id, { profile: face })
    const { removed } = await promote(owner.id, { profile: null })
    await picture(owner, 90)
    await removeBytes(app.deps, removed)
    expect(await storedMasters(owner.id)).toEqual([`${owner.id}/profile/${face.revision}/master.webp`])
    await promote(owner.id, { profile: face })
    expect((await fetchPicture(portrait(owner.alias, face.revision))).type).toBe('image/webp')
  })

  test('deleting a card during an upload leaves no files', async () => {
    const { id: subjectId } = await aCard(app.deps)
    const bytes = await plain(90, 90).png().toBuffer()
    await app.deps.db.execute(sql`delete from subject where id = ${subjectId}`)
    await expect(uploadPicture(app.deps, { subjectId, kind: 'profile', bytes, crop: undefined })).rejects.toMatchObject({
      problem: { type: '/problems/card-not-found' },
    })
    expect(await storedMasters(subjectId)).toEqual([])
  })

  test('an unknown revision, or one of another kind or card, is a field issue', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const [foreign, logo] = [await picture(other, 90), await picture(owner, 80, 'logo')]
    for (const profile of [foreign, logo, { ...logo, revision: '000000000000' }])
      await expect(promote(owner.id, { profile })).rejects.toMatchObject({
        problem: { type: '/problems/input-invalid', issues: [{ path: 'pictures.profile' }] },
      })
  })

  test('its size is the measured one, not the draft’s', async () => {
    const owner = await anOwner()
    await promote(owner.id, { profile: { ...(await picture(owner, 90)), width: 5, height: 5 } })
    expect((await readPictures(app.deps.db, owner.id)).profile).toMatchObject({ width: 90, height: 90 })
  })

  test('at most 60 are kept unpublished; the oldest are deleted with their files', async () => {
    const owner = await anOwner()
    const first = await picture(owner, 90)
    await promote(owner.id, { profile: first })
    await app.deps.db.execute(sql`
      insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at)
      select ${owner.id}::uuid, 'profile', lpad(n::text, 12, '0'), 9, 9, 9, false, '2020-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, 60) n`)
    await app.deps.storage.put(`${owner.id}/profile/000000000001/master.webp`, Buffer.from('old'))
    const newest = await picture(owner, 77)
    const { rows } = await app.deps.db.execute<{ revision: string }>(
      sql`select revision from uploaded_picture where subject_id = ${owner.id} order by revision`,
    )
    expect(rows).toHaveLength(60)
    expect(rows).not.toContainEqual({ revision: '000000000001' })
    expect(rows).toContainEqual({ revision: newest.revision })
    expect(await storedMasters(owner.id)).toEqual(
      [first, newest].map(({ revision }) => `${owner.id}/profile/${revision}/master.webp`).toSorted(),
    )
  })

  test('at most 100 MB are kept unpublished; the oldest are deleted', async () => {
    const owner = await anOwner()
    await app.deps.db.execute(sql`
      insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at)
      select ${owner.id}::uuid, 'profile', lpad(n::text, 12, '0'), 9, 9, 40 * 1024 * 1024, false, '2020-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, 4) n`)
    const newest = await picture(owner, 77)
    const { rows } = await app.deps.db.execute(
      sql`select revision from uploaded_picture where subject_id = ${owner.id} order by created_at desc`,
    )
    expect(rows).toEqual([{ revision: newest.revision }, { revision: '000000000004' }, { revision: '000000000003' }])
  })

  test('a card that is off serves no upload, even by revision', async () => {
    const owner = await anOwner({ isCardDisabled: true })
    const { revision } = await upload(owner, await plain(90, 90).png().toBuffer())
    expect((await fetchPicture(portrait(owner.alias, revision))).type).toBe('image/svg+xml; charset=utf-8')
  })

  test('is deleted with its card', async () => {
    const owner = await anOwner()
    await upload(owner, await plain(90, 90).png().toBuffer())
    await app.deps.db.execute(sql`delete from subject where id = ${owner.id}`)
    const { rows } = await app.deps.db.execute(sql`select 1 from uploaded_picture where subject_id = ${owner.id}`)
    expect(rows).toEqual([])
  })
})
