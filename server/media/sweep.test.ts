import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bornAt } from '#server/db/born-at.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { decodePicture } from './decode-picture.ts'
import { putMaster } from './save-picture.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
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
const sweepIn = (hours: number) => sweepBytes({ ...app.needs, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }).run({})

test('pictures of another database, whose cards this one does not know, are nobody’s to sweep', async () => {
  const { storage, db } = app.needs
  await putMaster(
    storage,
    { subjectId: crypto.randomUUID(), kind: 'logo', revision: 'fedcbafedcba' },
    await decodePicture(await png('#00ff00')),
  )
  const there = await keysOf(storage)
  const born = await bornAt(db)
  await db.execute(sql`update migration set applied_at = now() + interval '1 minute'`)
  await sweepIn(25)
  expect(await keysOf(storage)).toEqual(there)
  await db.execute(sql`update migration set applied_at = ${born.toISOString()}`)
  await sweepIn(25)
  expect(await keysOf(storage)).toHaveLength(there.length - 1)
})

test('bytes that no row names are gone the night after the next, and nothing else', async () => {
  const { db, storage } = app.needs
  const { id: subjectId } = await aCard(app.needs)
  await app.needs.changes.write(async (tx) => savePicture(app.needs, tx, subjectId, 'profile', await png('#1f533f')))
  await uploadPicture({ ...app.needs, db }, { subjectId, kind: 'profile', bytes: await png('#aa8844'), crop: undefined })
  await storage.put('stories/0123456789abcdef01234567/master.webp', Buffer.from('a story'))
  await storage.put(`${subjectId}/preview/now.jpg`, Buffer.from('a preview'))
  const named = await keysOf(storage)

  const left = await decodePicture(await png('#ff0000'))
  await putMaster(storage, { subjectId, kind: 'profile', revision: 'abcdefabcdef' }, left)
  await putMaster(storage, { subjectId: crypto.randomUUID(), kind: 'logo', revision: 'abcdefabcdef' }, left)
  await sweepIn(23)
  expect(await keysOf(storage)).toHaveLength(named.length + 2)
  await sweepIn(25)
  expect(await keysOf(storage)).toEqual(named)
})
