import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Master } from './processing/decode-picture.ts'
import { listPictures, upsertPicture } from './picture-store.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { lockPictures, removeUploaded, type PictureName } from './upload-store.ts'

/** A picture whose file is in storage and which no row references yet. */
export type StoredPicture = Omit<PictureRow, 'createdAt'>

/** Stores the file, outside any transaction because storage may be slow. The old picture stays until a row references this one. */
export async function storePicture(
  storage: Storage,
  { subjectId, kind }: Pick<PictureName, 'subjectId' | 'kind'>,
  master: Master,
): Promise<StoredPicture> {
  const { width, height, hasAlpha } = master
  const name = { subjectId, kind, revision: revisionOf(master) }
  await storeMaster(storage, name, master)
  return { ...name, width, height, bytes: master.bytes.length, hasAlpha }
}

/** Saves a card's picture row. Returns the replaced picture, whose files the caller deletes after the commit. */
export async function savePicture(tx: Db, stored: StoredPicture, now: Date) {
  const { subjectId, kind, revision, width, height } = stored
  if (!(await lockPictures(tx, subjectId))) throw problem('card-not-found')
  const before = (await listPictures(tx, subjectId)).find((row) => row.kind === kind)
  await upsertPicture(tx, { ...stored, createdAt: now })
  const replaced = before && before.revision !== revision ? before : null
  if (replaced) await removeUploaded(tx, replaced, replaced.createdAt)
  return { revision, width, height, replaced }
}

/** A hash of the content. */
export const revisionOf = ({ bytes }: Master): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

export const storeMaster = (storage: Storage, { subjectId, kind, revision }: PictureName, { bytes }: Master): Promise<void> =>
  storage.put(masterKey(subjectId, kind, revision), bytes)

/** The storage folder of a picture and its sizes. */
export const folderOf = ({ subjectId, kind, revision }: PictureName) => `${subjectId}/${kind}/${revision}/`

export function masterKey(subjectId: string, kind: PictureKind, revision: string): string {
  return `${subjectId}/${kind}/${revision}/master.webp`
}
