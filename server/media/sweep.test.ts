import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appIconShapes, appScreenshotShapes } from '#contract/cards/app-pictures.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { readCreatedAt } from '#server/database/migrate.ts'
import type { Db } from '#server/database/database.ts'
import { readName } from '#server/database/storage-owner.ts'
import { createStorage, type Storage } from '#server/integrations/storage.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { whileLocked } from '../../tests/harness/while-locked.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { s3StandIn } from '../../tests/stand-ins/s3.ts'
import { decodePicture } from './processing/decode-picture.ts'
import { removeBytes } from './remove-bytes.ts'
import { storeMaster } from './save-picture.ts'
import { setPictureDown } from './set-picture-down.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import { sweepBytes } from './sweep.job.ts'
import { uploadPicture } from './upload-picture.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const png = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
const sweepIn = (hours: number, storage: Storage = app.deps.storage) =>
  sweepBytes({ ...app.deps, storage, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }).run({})

async function setPortrait(subjectId: string, background: string) {
  const bytes = await png(background)
  const { replaced } = await app.deps.changes.write(async (tx) => savePicture(app.deps, tx, subjectId, 'profile', bytes))
  if (replaced) await removeBytes(app.deps, [replaced])
}

/** An unpublished portrait. */
async function send(subjectId: string, background: string) {
  const { revision } = await uploadPicture(app.deps, { subjectId, kind: 'profile', bytes: await png(background), crop: undefined })
  return revision
}

const draft = (subjectId: string, revision: string, db: Db = app.deps.db) =>
  db.execute(sql`insert into card_draft (subject_id, revision, fields)
    values (${subjectId}, 1, ${JSON.stringify({ pictures: { profile: { revision, width: 60, height: 60 }, logo: null } })}::jsonb)`)

const waitingFor = async (subjectId: string) =>
  (await app.deps.db.execute(sql`select revision from uploaded_picture where subject_id = ${subjectId}`)).rows.flatMap(Object.values)

/** Every rendered image of a card. */
async function lookAt(alias: string) {
  const names = [
    `client-preview/${alias}/latest`,
    `client-qr/${alias}/latest?format=png`,
    `client-image/${alias}/ProfileImage/latest?w=44`,
    ...appIconShapes.map((shape) => `client-icon/${alias}/AppIcon/${shape}/latest`),
    ...appScreenshotShapes.map((shape) => `client-app-screenshot/${alias}/${shape}/latest`),
  ]
  for (const name of names) expect((await app.ask(`/api/public/${name}`)).status, name).toBe(200)
}

test('pictures of another database are never swept', async () => {
  const { storage, db } = app.deps
  await storeMaster(
    storage,
    { subjectId: crypto.randomUUID(), kind: 'logo', revision: 'fedcbafedcba' },
    await decodePicture(await png('#00ff00')),
  )
  const there = await keysOf(storage)
  const born = await readCreatedAt(db)
  await db.execute(sql`update migration set applied_at = now() + interval '1 minute'`)
  await sweepIn(25)
  expect(await keysOf(storage)).toEqual(there)
  await db.execute(sql`update migration set applied_at = ${born.toISOString()}`)
  await sweepIn(25)
  expect(await keysOf(storage)).toHaveLength(there.length - 1)
})

test('only unreferenced files are deleted, after a day', async () => {
  const { storage } = app.deps
  const { id: subjectId } = await aCard(app.deps)
  await app.deps.changes.write(async (tx) => savePicture(app.deps, tx, subjectId, 'profile', await png('#1f533f')))
  await draft(subjectId, await send(subjectId, '#aa8844'))
  await storage.put('stories/0123456789abcdef01234567/master.webp', Buffer.from('a story'))
  const named = await keysOf(storage)

  const left = await decodePicture(await png('#ff0000'))
  await storeMaster(storage, { subjectId, kind: 'profile', revision: 'abcdefabcdef' }, left)
  await storeMaster(storage, { subjectId: crypto.randomUUID(), kind: 'logo', revision: 'abcdefabcdef' }, left)
  await sweepIn(23)
  expect(await keysOf(storage)).toHaveLength(named.length + 2)
  await sweepIn(25)
  expect(await keysOf(storage)).toEqual(named)
})

test('what a backup needed is deleted in the hour after it, by a sweep of its own', async () => {
  const { db, storage } = app.deps
  const { id } = await aCard(app.deps)
  await storeMaster(storage, { subjectId: id, kind: 'profile', revision: 'abcdefabcdef' }, await decodePicture(await png('#ff0000')))
  const waiting = () => db.execute(sql`select start_after from jobs.job where name = 'media.sweep' and state = 'created'`)
  await sweepIn(25)
  expect([await keysOf(storage, `${id}/`), (await waiting()).rows]).toEqual([[], []])

  await storeMaster(storage, { subjectId: id, kind: 'profile', revision: 'abcdefabcdef' }, await decodePicture(await png('#ff0000')))
  await blockRemovals(db, { signal: AbortSignal.timeout(60_000) }, () => sweepIn(25))
  expect(await keysOf(storage, `${id}/`)).toHaveLength(1)
  expect((await waiting()).rows).toHaveLength(1)
})

test('an upload outside any draft is deleted after a day; one in a draft stays', async () => {
  const { storage } = app.deps
  const [card, other] = [await aCard(app.deps), await aCard(app.deps)]
  const [tried, taken] = [await send(card.id, '#102030'), await send(card.id, '#405060')]
  await draft(card.id, taken)
  // The same picture in another card’s draft.
  await send(other.id, '#405060')
  const addressOf = (revision: string) => `/api/public/client-image/${card.alias}/ProfileImage/${revision}?w=44`
  for (const revision of [tried, taken]) expect((await app.ask(addressOf(revision))).headers.get('content-type')).toBe('image/jpeg')

  await sweepIn(23)
  expect(await waitingFor(card.id)).toHaveLength(2)
  await sweepIn(25)
  expect([await waitingFor(card.id), await waitingFor(other.id)]).toEqual([[taken], []])
  expect(await keysOf(storage, `${card.id}/profile/${tried}/`)).toEqual([])
  expect(await keysOf(storage, `${other.id}/`)).toEqual([])
  expect((await app.ask(addressOf(tried))).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect((await app.ask(addressOf(taken))).headers.get('content-type')).toBe('image/jpeg')
})

test('a picture that enters a draft during the sweep stays, with its file', async () => {
  const { id } = await aCard(app.deps)
  const revision = await send(id, '#102030')
  await whileLocked(
    app.deps.db,
    async (tx) => {
      await tx.execute(sql`select 1 from subject where id = ${id} for update`)
      await draft(id, revision, tx)
    },
    () => sweepIn(25),
  )
  expect(await waitingFor(id)).toEqual([revision])
  expect(await keysOf(app.deps.storage, `${id}/`)).toEqual([`${id}/profile/${revision}/master.webp`])
})

test('uploads of another installation aren’t deleted', async () => {
  const { id } = await aCard(app.deps)
  await send(id, '#102030')
  await sweepIn(25, { ...app.deps.storage, owner: async () => 'another installation' })
  expect(await waitingFor(id)).toHaveLength(1)
})

/** The same files in other storage of this installation. */
async function aCopyIn(storage: Storage) {
  await storage.own((await readName(app.deps.db)) ?? '')
  for (const key of await keysOf(app.deps.storage)) await storage.put(key, (await app.deps.storage.get(key)) ?? Buffer.of())
  return storage
}

test('outdated rendered images are deleted after a day; current ones stay', async () => {
  const { storage } = app.deps
  const [card, other] = [await aCard(app.deps), await aCard(app.deps)]
  for (const { id } of [card, other]) await setPortrait(id, '#1f533f')
  for (const { alias } of [card, other]) await lookAt(alias)
  const before = await keysOf(storage)
  await changeCard(app.deps, card.id, { eCardBackgroundColor: '#112233' })
  await setPortrait(card.id, '#aa8844')
  const results = before.filter((key) => key.startsWith(other.id) && !key.includes('/qr/'))
  await lookAt(card.alias)
  const all = await keysOf(storage)
  const rendered = all.filter((key) => key.startsWith(card.id) && !before.includes(key))
  expect(new Set(rendered.map((key) => key.split('/')[1]))).toEqual(new Set(['app-screenshot', 'icon', 'preview', 'profile']))

  await sweepIn(23)
  expect(await keysOf(storage)).toEqual(all)
  await using s3 = await s3StandIn({ pageMax: 4 })
  for (const place of [await aCopyIn(await createStorage(readSettings(s3.env), silentLog)), storage]) {
    await sweepIn(25, place)
    const left = await keysOf(place)
    expect(left.filter((key) => key.startsWith(card.id))).toEqual(rendered)
    expect(left.filter((key) => key.startsWith(other.id))).toEqual(results)
  }
})

test('a recent rendered image stays', async () => {
  const { id } = await aCard(app.deps)
  const [grace, old] = [`${id}/preview/900-0.jpg`, `${id}/preview/901-0.jpg`]
  for (const key of [grace, old]) await app.deps.storage.put(key, Buffer.from('a former preview'))
  const storage: Storage = {
    ...app.deps.storage,
    async *files(prefix) {
      for await (const file of app.deps.storage.files(prefix))
        yield file.key === grace ? { key: grace, changedAt: new Date(file.changedAt.getTime() + 2 * 3_600_000) } : file
    },
  }
  await sweepIn(25, storage)
  expect(await keysOf(storage, `${id}/`)).toEqual([grace])
})

test('a taken-down portrait keeps its original but no rendered image', async () => {
  const { id, alias } = await aCard(app.deps, { eCardBackgroundColor: '#112233' })
  await setPortrait(id, '#553f1f')
  await lookAt(alias)
  const originals = (await keysOf(app.deps.storage, `${id}/`)).filter((key) => key.endsWith('/master.webp'))
  await app.deps.changes.write((tx) => setPictureDown(tx, { subjectId: id, kind: 'profile', isDown: true }, new Date()))
  await changeCard(app.deps, id, { eCardBackgroundColor: '#445566' })
  await sweepIn(25)
  const left = await keysOf(app.deps.storage, `${id}/`)
  expect(left).toEqual(expect.arrayContaining(originals))
  expect(left.filter((key) => !key.startsWith(`${id}/profile/`) || key.includes('-on-112233'))).toEqual([])
})
