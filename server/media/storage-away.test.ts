import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appIconVersion } from '#contract/cards/app-pictures.ts'
import { Card } from '#contract/cards/cards.ts'
import { previewVersion, screenshotVersion } from '#common/preview-version.ts'
import { readSettings } from '#server/settings.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
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

const patient = { answerMs: patienceMs, bodyMs: patienceMs, attempts: 2, openMs: 0 }
/** The usual timeout; short only where no answer ever comes. */
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

/** Stored by another server: this one reads it from S3. */
async function aCardWithFace(background = '#1f533f', fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, fields)
  const { revision } = await app.deps.changes.write(async (tx) =>
    savePicture({ ...app.deps, storage: aBucket() }, tx, card.id, 'profile', await photo(background)),
  )
  return { ...card, revision }
}

describe('with pictures in S3', () => {
  test('a size is made once, stored, and cached as immutable', async () => {
    const { id, alias, revision } = await aCardWithFace()
    const first = await app.ask(addressOf(alias, 88, revision), webp)
    expect([first.status, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      200,
      expect.stringContaining('immutable'),
      'Accept',
    ])
    expect(await keysOf(app.deps.storage, `${id}/`)).toEqual([`${id}/profile/${revision}/88.webp`, `${id}/profile/${revision}/master.webp`])

    const before = s3.requests.length
    const etag = first.headers.get('etag') ?? ''
    const again = await app.ask(addressOf(alias, 88, revision), { headers: { ...webp.headers, 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, (await app.ask(addressOf(alias, 88, revision), webp)).status, s3.requests.length - before]).toEqual([304, 200, 0])
  })

  test('a cached size gets 304 while storage is unavailable', async () => {
    const { alias } = await aCardWithFace('#102030')
    const etag = (await app.ask(addressOf(alias, 88), webp)).headers.get('etag') ?? ''
    be('denied')
    expect((await app.ask(addressOf(alias, 88), { headers: { ...webp.headers, 'if-none-match': etag } })).status).toBe(304)
  })

  test('deleting a card deletes its pictures, and the sweep the rest', async () => {
    const { id } = await aCardWithFace()
    const left = await aCardWithFace()
    await removeCard(app.deps, id)
    be('denied')
    await removeCard(app.deps, left.id)
    be('good')
    expect([await keysOf(app.deps.storage, `${id}/`), await keysOf(app.deps.storage, `${left.id}/`)]).toEqual([[], [expect.any(String)]])

    await sweepBytes({ ...app.deps, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }).run({})
    expect(await keysOf(app.deps.storage, `${left.id}/`)).toEqual([])
  })
})

describe.each(['denied', 'broken', 'hang'] as const)('while storage is unavailable (%s)', (mood) => {
  test('initials replace a picture and aren’t cached', async () => {
    const { alias, revision } = await aCardWithFace()
    be(mood)
    const answer = await app.ask(addressOf(alias, 136, revision), webp)
    expect(await answer.text()).toContain('<svg')
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([503, 'no-store', '2'])
    // Chats and home screens would cache a placeholder, so there is none.
    const rendered = [
      `client-icon/${alias}/ProfileImage/192/latest`,
      `client-icon/${alias}/AppIcon/192/latest`,
      `client-preview/${alias}/latest`,
    ]
    for (const path of rendered) expect([path, (await app.ask(`/api/public/${path}`)).status]).toEqual([path, 503])
  })

  test('the card, its contact file and its QR code still work', async () => {
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

  test('an upload fails cleanly and can be retried', async () => {
    const { id: subjectId } = await aCardWithFace()
    const sent = { subjectId, kind: 'logo' as const, bytes: await photo('#aa8844'), crop: undefined }
    be(mood)
    await expect(uploadPicture(app.deps, sent)).rejects.toMatchObject({ name: 'StorageUnavailableError' })
    be('good')
    expect((await uploadPicture(app.deps, sent)).width).toBe(300)
  })
})

test('initials replace a missing picture, uncached, and it is logged once', async () => {
  const { id, alias, revision } = await aCardWithFace('#334455')
  await app.deps.storage.remove(`${id}/`)
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

  await savePicture(app.deps, app.deps.db, id, 'profile', await photo('#334455'))
  expect((await app.ask(addressOf(alias, 88, revision), webp)).status).toBe(200)
})

test('icons, previews and screenshots render without a missing picture, briefly', async () => {
  const { id, alias } = await aCardWithFace('#ff0000', { eCardBackgroundImage: 'scene' })
  await savePicture(app.deps, app.deps.db, id, 'background', await photo('#ff0000'))
  const card = Card.parse((await app.call('cards.read', { params: { alias } }))['{product}'])
  /** The position of the face in each image. */
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
  await app.deps.storage.remove(`${id}/`)
  expect(await look()).toEqual(drawings.map(() => ({ status: 200, lasts: 'public, max-age=60', isRed: false })))
  expect(await keysOf(app.deps.storage, `${id}/`)).toEqual([])

  for (const kind of ['profile', 'background'] as const) await savePicture(app.deps, app.deps.db, id, kind, await photo('#ff0000'))
  expect(await look()).toEqual(drawings.map(() => ({ status: 200, lasts: expect.stringContaining('immutable'), isRed: true })))
})

test('unavailable storage is reported to monitoring', async () => {
  const { alias } = await aCardWithFace()
  be('broken')
  for (let time = 0; time < 3; time++) await app.ask(addressOf(alias, 44), webp)
  expect(await (await app.ask('/metrics')).text()).toContain('carte_storage_unavailable 1')
})
