import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { replacePicture } from '#server/media/replace-picture.ts'
import { uploadPicture } from '#server/media/upload-picture.ts'
import { findUploaded } from '#server/media/upload-store.ts'
import { openBucket } from '#server/integrations/storage/open-bucket.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { eventually, patienceMs } from '../harness/eventually.ts'
import { keysOf } from '../harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { s3StandIn, type S3StandIn } from '../stand-ins/s3.ts'

let s3: S3StandIn
let app: TestApp
beforeAll(async () => {
  s3 = await s3StandIn()
  const storage = openBucket(readSettings(s3.env), silentLog, { answerMs: patienceMs, bodyMs: patienceMs, attempts: 1 })
  // Requests without a pause, as from many people.
  app = await anApp({ settings: { storage: 's3', storageUrl: s3.env.STORAGE_URL, limitFactor: 1000 }, outside: { storage } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
})

const photo = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

test('a slow bucket holds no transaction open and delays no card and no page', async () => {
  const { deps } = app
  const [uploading, publishing, leaving, other] = [
    await Promise.all([1, 2, 3].map(() => aCard(deps))),
    await Promise.all([1, 2, 3].map(() => aCard(deps))),
    await aCard(deps),
    await aCard(deps),
  ]
  const [before, after] = [await photo('#1f533f'), await photo('#aa8844')]
  for (const { id } of [...publishing, leaving]) await replacePicture(deps, id, 'profile', before)

  s3.requests.length = 0
  const release = s3.block()
  const work = Promise.all([
    ...uploading.map(({ id }) => uploadPicture(deps, { subjectId: id, kind: 'profile', bytes: after, crop: undefined })),
    ...publishing.map(({ id }) => replacePicture(deps, id, 'profile', after)),
    removeCard(deps, leaving.id),
  ])
  try {
    const waiting = [...uploading, ...publishing, leaving].map(({ id }) => id)
    await eventually(() => expect(waiting.filter((id) => s3.requests.some((request) => request.includes(id)))).toEqual(waiting))
    for (let turn = 0; turn < 20; turn++) {
      const same = publishing[turn % 3] ?? other
      await changeCard(deps, same.id, { bio: `turn ${turn}` })
      const page = await app.ask(`/remote/api/public/e-card-by-alias/${other.alias}`)
      const ready = await app.ask('/readyz')
      expect([page.status, ready.status]).toEqual([200, 200])
    }
    // A transaction that waits for the bucket would stay: the bucket is still blocked.
    const idle = sql`select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    await eventually(async () => expect((await deps.db.execute(idle)).rows).toEqual([]))
  } finally {
    release()
  }
  await work
  for (const { id } of publishing) expect(await keysOf(deps.storage, `${id}/`)).toHaveLength(1)
  expect(await keysOf(deps.storage, `${leaving.id}/`)).toEqual([])
})

test('a picture uploaded again stays available, also when it replaces itself', async () => {
  const { deps } = app
  const { id } = await aCard(deps)
  const [one, two] = [await photo('#304050'), await photo('#605040')]
  await replacePicture(deps, id, 'profile', one)
  const { revision } = await uploadPicture(deps, { subjectId: id, kind: 'profile', bytes: one, crop: undefined })
  await replacePicture(deps, id, 'profile', two)
  expect(await findUploaded(deps.db, id, ['profile'], revision)).toMatchObject({ revision })
  expect(await deps.storage.has(`${id}/profile/${revision}/master.webp`)).toBe(true)
})

test('a picture uploaded again during its removal keeps its file', async () => {
  const { deps } = app
  const { id } = await aCard(deps)
  const [one, two] = [await photo('#102030'), await photo('#405060')]
  const missing: string[] = []
  for (let time = 0; time < 5; time++) {
    await replacePicture(deps, id, 'profile', one)
    const sent = { subjectId: id, kind: 'profile' as const, bytes: one, crop: undefined }
    const [, { revision }] = await Promise.all([replacePicture(deps, id, 'profile', two), uploadPicture(deps, sent)])
    const { rows } = await deps.db.execute<{ revision: string }>(sql`
      select revision from picture where subject_id = ${id} union select revision from uploaded_picture where subject_id = ${id}`)
    const named = rows.map((row) => row.revision)
    for (const each of named) if (!(await deps.storage.has(`${id}/profile/${each}/master.webp`))) missing.push(each)
    expect(named).toContain(revision)
  }
  expect(missing).toEqual([])
})
