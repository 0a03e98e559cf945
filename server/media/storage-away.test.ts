import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appIconVersion } from '#contract/cards/app-pictures.ts'
import { Card } from '#contract/cards/cards.ts'
import { previewVersion, screenshotVersion } from '#contract/cards/preview-version.ts'
import { readSettings } from '#server/settings.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { s3StandIn, type S3Mood, type S3StandIn } from '../../tests/stand-ins/s3.ts'
import { openBucket } from '../integrations/storage/open-bucket.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { sweepBytes } from './sweep.job.ts'
import { uploadPicture } from './upload-picture.ts'

let s3: S3StandIn
let app: TestApp
const warned: Record<string, unknown>[] = []
beforeAll(async () => {
  s3 = await s3StandIn({ pageMax: 4 })
  const log = { ...silentLog, warn: (event: string, facts?: Record<string, unknown>) => void warned.push({ event, ...facts }) }
  app = await anApp({ settings: { storage: 's3', storageUrl: s3.env.STORAGE_URL }, outside: { storage: aBucket(), log } })
})
afterEach(() => be('good'))
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
})

const patient = { answerMs: 10_000, bodyMs: 10_000, attempts: 2, restMs: 0 }
/** As long as anybody waits; only where nothing will ever come, not for long. */
const waits = { ...patient }
const aBucket = () => openBucket(readSettings(s3.env), silentLog, waits)

function be(mood: S3Mood) {
  s3.be(mood)
  Object.assign(waits, mood === 'hang' ? { answerMs: 50, bodyMs: 50 } : patient)
}
const webp = { headers: { accept: 'image/webp' } }
const photo = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
const addressOf = (alias: string, width: number, revision = 'latest') =>
  `/api/public/client-image/${alias}/ProfileImage/${revision}?w=${width}`

/** Put by another server: this one has it from the bucket. */
async function aCardWithFace(background = '#1f533f', fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.needs, fields)
  const { revision } = await app.needs.changes.write(async (tx) =>
    savePicture({ ...app.needs, storage: aBucket() }, tx, card.id, 'profile', await photo(background)),
  )
  return { ...card, revision }
}

describe('with pictures in a bucket', () => {
  test('a size is made once, kept there, and told to be kept for ever', async () => {
    const { id, alias, revision } = await aCardWithFace()
    const first = await app.ask(addressOf(alias, 88, revision), webp)
    expect([first.status, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      200,
      expect.stringContaining('immutable'),
      'Accept',
    ])
    expect(await keysOf(app.needs.storage, `${id}/`)).toEqual([
      `${id}/profile/${revision}/88.webp`,
      `${id}/profile/${revision}/master.webp`,
    ])

    const before = s3.asked.length
    const etag = first.headers.get('etag') ?? ''
    const again = await app.ask(addressOf(alias, 88, revision), { headers: { ...webp.headers, 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, (await app.ask(addressOf(alias, 88, revision), webp)).status, s3.asked.length - before]).toEqual([304, 200, 0])
  })

  test('whoever has a size is told so while the bucket is away', async () => {
    const { alias } = await aCardWithFace('#102030')
    const etag = (await app.ask(addressOf(alias, 88), webp)).headers.get('etag') ?? ''
    be('denied')
    expect((await app.ask(addressOf(alias, 88), { headers: { ...webp.headers, 'if-none-match': etag } })).status).toBe(304)
  })

  test('a card that goes takes its pictures along, and the night takes what was left', async () => {
    const { id } = await aCardWithFace()
    const left = await aCardWithFace()
    await removeCard(app.needs, id)
    be('denied')
    await removeCard(app.needs, left.id)
    be('good')
    expect([await keysOf(app.needs.storage, `${id}/`), await keysOf(app.needs.storage, `${left.id}/`)]).toEqual([[], [expect.any(String)]])

    await sweepBytes({ ...app.needs, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }).run({})
    expect(await keysOf(app.needs.storage, `${left.id}/`)).toEqual([])
  })
})

describe.each(['denied', 'broken', 'hang'] as const)('while the bucket is away (%s)', (mood) => {
  test('initials stand for a picture, and nobody keeps them for it', async () => {
    const { alias, revision } = await aCardWithFace()
    be(mood)
    const answer = await app.ask(addressOf(alias, 136, revision), webp)
    expect(await answer.text()).toContain('<svg')
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([503, 'no-store', '2'])
    // What would be kept by a chat or a home screen is not given in its place.
    const drawn = [
      `client-icon/${alias}/ProfileImage/192/latest`,
      `client-icon/${alias}/AppIcon/192/latest`,
      `client-preview/${alias}/latest`,
    ]
    for (const path of drawn) expect([path, (await app.ask(`/api/public/${path}`)).status]).toEqual([path, 503])
  })

  test('the card, its contact file and its code are given all the same', async () => {
    const { alias } = await aCardWithFace()
    be(mood)
    const paths = [
      `/remote/api/public/e-card-by-alias/${alias}`,
      `/api/public/client/${alias}/v-card/latest`,
      `/api/public/client-qr/${alias}/latest`,
      `/readyz`,
    ]
    for (const path of paths) expect([path, (await app.ask(path)).status]).toEqual([path, 200])
  })

  test('an upload is refused, nothing says it was kept, and it can be sent again', async () => {
    const { id: subjectId } = await aCardWithFace()
    const sent = { subjectId, kind: 'logo' as const, bytes: await photo('#aa8844'), crop: undefined }
    be(mood)
    await expect(uploadPicture(app.needs, sent)).rejects.toMatchObject({ name: 'StorageAway' })
    be('good')
    expect((await uploadPicture(app.needs, sent)).width).toBe(300)
  })
})

test('initials stand for a picture that does not lie where its row says, nobody keeps them for it, and it is told once', async () => {
  const { id, alias, revision } = await aCardWithFace('#334455')
  await app.needs.storage.remove(`${id}/`)
  const paths = [44, 88, 136].map((width) => addressOf(alias, width, revision))
  for (const path of [...paths, `/api/public/client-icon/${alias}/ProfileImage/192/latest`]) {
    const answer = await app.ask(path, webp)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([503, 'no-store', '2'])
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  }
  for (const path of [`/api/public/client/${alias}/v-card/latest`, `/api/public/client-qr/${alias}/latest`])
    expect((await app.ask(path)).status).toBe(200)
  const key = `${id}/profile/${revision}/master.webp`
  expect(warned.filter(({ event }) => event === 'picture-missing')).toEqual([{ event: 'picture-missing', key }])

  await savePicture(app.needs, app.needs.db, id, 'profile', await photo('#334455'))
  expect((await app.ask(addressOf(alias, 88, revision), webp)).status).toBe(200)
})

test('what is drawn of a picture that lies nowhere is drawn without it, for a moment: icons, previews, screenshots', async () => {
  const { id, alias } = await aCardWithFace('#ff0000', { eCardBackgroundImage: 'scene' })
  await savePicture(app.needs, app.needs.db, id, 'background', await photo('#ff0000'))
  const card = Card.parse((await app.call('cards.read', { params: { alias } }))['{product}'])
  /** Where the face is in each. */
  const drawings = [
    { path: `/api/public/client-icon/${alias}/AppIcon/192/${appIconVersion(card)}`, left: 96, top: 150 },
    { path: `/api/public/client-preview/${alias}/${previewVersion(card)}`, left: 280, top: 450 },
    { path: `/api/public/client-app-screenshot/${alias}/narrow/${screenshotVersion(card)}`, left: 360, top: 450 },
    { path: `/api/public/client-app-screenshot/${alias}/wide/${screenshotVersion(card)}`, left: 640, top: 60 },
  ]
  const look = () =>
    Promise.all(
      drawings.map(async ({ path, left, top }) => {
        const answer = await app.ask(path)
        const spot = sharp(await answer.arrayBuffer()).extract({ left, top, width: 8, height: 8 })
        const { dominant } = await sharp(await spot.png().toBuffer()).stats()
        return { status: answer.status, lasts: answer.headers.get('cache-control'), isRed: dominant.r > 200 && dominant.g < 60 }
      }),
    )
  await app.needs.storage.remove(`${id}/`)
  expect(await look()).toEqual(drawings.map(() => ({ status: 200, lasts: 'public, max-age=60', isRed: false })))
  expect(await keysOf(app.needs.storage, `${id}/`)).toEqual([])

  for (const kind of ['profile', 'background'] as const) await savePicture(app.needs, app.needs.db, id, kind, await photo('#ff0000'))
  expect(await look()).toEqual(drawings.map(() => ({ status: 200, lasts: expect.stringContaining('immutable'), isRed: true })))
})

test('that it is away is told to whoever watches', async () => {
  const { alias } = await aCardWithFace()
  be('broken')
  for (let time = 0; time < 3; time++) await app.ask(addressOf(alias, 44), webp)
  expect(await (await app.ask('/metrics')).text()).toContain('carte_storage_away 1')
})
