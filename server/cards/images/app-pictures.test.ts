import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { appIconShapes, appIconVersion, appScreenshotPx, type AppIconShape } from '#contract/cards/app-pictures.ts'
import { Card } from '#contract/cards/cards.ts'
import { setPictureDown } from '#server/media/set-picture-down.ts'
import { savePicture } from '../../../tests/factories/pictures.ts'
import { changeCard } from '../editor/change-card.ts'

const app = await theApp()

const iconOf = (alias: string, shape: AppIconShape, version = 'latest') =>
  app.ask(`/api/public/client-icon/${alias}/AppIcon/${shape}/${version}`)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const current = async (alias: string) => appIconVersion(Card.parse((await app.call('cards.read', { params: { alias } }))['{product}']))
const pixels = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
}

/** A card whose face is all red, on a blue ground. */
async function aRedFace(fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, { eCardBackgroundColor: '#0000ff', ...fields })
  const red = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  await app.deps.changes.write((tx) => savePicture(app.deps, tx, card.id, 'profile', red))
  return card
}

describe('INST-2 the icon of a card', () => {
  const px: Record<AppIconShape, number> = { '180': 180, '192': 192, '512': 512, '512-maskable': 512, share: 96, qr: 96, contacts: 96 }

  test.each(appIconShapes)('%s is a PNG of its size, with and without a face', async (shape) => {
    for (const { alias } of [await aRedFace(), await aCard(app.deps, { fullName: '' })]) {
      const icon = await sharp(await bytesOf(await iconOf(alias, shape))).metadata()
      // Shortcuts are round; home screen icons are opaque.
      const hasAlpha = ['share', 'qr', 'contacts'].includes(shape)
      expect(icon).toMatchObject({ format: 'png', width: px[shape], height: px[shape], hasAlpha })
    }
  })

  test('the maskable icon keeps the face inside the safe circle', async () => {
    const { alias } = await aRedFace()
    const at = await pixels(await bytesOf(await iconOf(alias, '512-maskable')))
    const safe = 0.4 * 512
    for (const angle of [0, 45, 90, 135, 180, 225, 270, 315]) {
      const spot = (share: number) => {
        const reach = safe * share
        const turn = (angle / 180) * Math.PI
        return at(Math.round(256 + Math.cos(turn) * reach), Math.round(256 + Math.sin(turn) * reach))
      }
      expect(spot(0.95)[0]).toBeGreaterThan(240)
      expect(spot(1.05)[2]).toBeGreaterThan(240)
    }
  })

  test('HOME-1 shows initials if the owner hides the face', async () => {
    const { id, alias } = await aRedFace()
    const before = await current(alias)
    await changeCard(app.deps, id, { hideProfileImageOnHomepage: true, eCardIconBackground: '#00ff00' })
    expect(await current(alias)).not.toBe(before)
    expect((await pixels(await bytesOf(await iconOf(alias, '192'))))(2, 2)).toEqual([0, 255, 0])
  })

  test('keeps its address if only texts change, so that browsers don’t prompt', async () => {
    const { id, alias } = await aRedFace()
    const before = await current(alias)
    await changeCard(app.deps, id, { bio: 'Something else.' })
    expect(await current(alias)).toBe(before)
    expect((await iconOf(alias, '512', before)).headers.get('cache-control')).toContain('immutable')
    expect((await iconOf(alias, '512', 'older')).headers.get('cache-control')).not.toContain('immutable')
  })
})

describe('INST-2 the images of the install prompt', () => {
  test.each(['narrow', 'wide'] as const)('%s is a JPEG of its size for any card', async (shape) => {
    const long = {
      fullName: 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine the Younger',
      title: 'x'.repeat(200),
      emailAddress: `${'m'.repeat(60)}@example.com`,
    }
    for (const { alias } of [await aRedFace(), await aCard(app.deps, long), await aCard(app.deps, { fullName: '', phoneNumber: '' })]) {
      const picture = await bytesOf(await app.ask(`/api/public/client-app-screenshot/${alias}/${shape}/latest`))
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...appScreenshotPx[shape] })
    }
  })

  test('a taken-down background is on none of them', async () => {
    const red = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const card = await aCard(app.deps, { eCardBackgroundImage: 'scene' })
    await app.deps.changes.write((tx) => savePicture(app.deps, tx, card.id, 'background', red))
    const corner = async () => {
      const at = await pixels(await bytesOf(await app.ask(`/api/public/client-app-screenshot/${card.alias}/wide/latest`)))
      return at(40, 40)
    }
    const [redness, ...others] = await corner()
    expect(redness).toBeGreaterThan(240)
    expect(Math.max(...others)).toBeLessThan(15)
    await app.deps.changes.write(async (tx, publish) => {
      await setPictureDown(tx, { subjectId: card.id, kind: 'background', isDown: true }, new Date())
      publish(`card:${card.id}`)
    })
    expect((await corner())[1]).toBeGreaterThan(100)
  })

  test('missing and disabled cards have none', async () => {
    const off = await aCard(app.deps, { isCardDisabled: true })
    for (const alias of [off.alias, 'nobody-here']) {
      expect((await iconOf(alias, '192')).status).toBe(404)
      expect((await app.ask(`/api/public/client-app-screenshot/${alias}/narrow/latest`)).status).toBe(404)
    }
  })
})
