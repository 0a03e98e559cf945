import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { decodePicture, type Master } from './decode-picture.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import type { PictureKind } from './tables.ts'
import { holdPictures, removeUploaded, type PictureName } from './upload-store.ts'

type Needs = { storage: Storage; clock: Clock }

/**
 * Keeps a picture of a card. The bytes are on the disk before a row names them; until then the old picture stays. What it
 * replaces is named, to be removed once the row is committed.
 */
export async function savePicture({ storage, clock }: Needs, tx: Db, subjectId: string, kind: PictureKind, picture: Buffer | Master) {
  const master = Buffer.isBuffer(picture) ? await decodePicture(picture) : picture
  const revision = revisionOf(master)
  if (!(await holdPictures(tx, subjectId))) throw problem('card-not-found')
  await putMaster(storage, { subjectId, kind, revision }, master)
  const { width, height, hasAlpha } = master
  const before = (await picturesOf(tx, subjectId)).find((row) => row.kind === kind)
  await putPicture(tx, { subjectId, kind, revision, width, height, bytes: master.bytes.length, hasAlpha, createdAt: clock.now() })
  const replaced = before && before.revision !== revision ? before : null
  if (replaced) await removeUploaded(tx, replaced)
  return { revision, width, height, replaced }
}

/** A name made from what is in it. */
export const revisionOf = ({ bytes }: Master): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

export const putMaster = (storage: Storage, { subjectId, kind, revision }: PictureName, { bytes }: Master): Promise<void> =>
  storage.put(masterKey(subjectId, kind, revision), bytes)

/** Where a picture and all its sizes lie. */
export const folderOf = ({ subjectId, kind, revision }: PictureName) => `${subjectId}/${kind}/${revision}/`

export function masterKey(subjectId: string, kind: PictureKind, revision: string): string {
  return `${subjectId}/${kind}/${revision}/master.webp`
}
