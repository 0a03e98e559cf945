import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Master } from './reading/decode-picture.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { holdPictures, removeUploaded, type PictureName } from './upload-store.ts'

/** A picture whose bytes lie in the storage, and which no row names yet. */
export type Laid = Omit<PictureRow, 'createdAt'>

/** Outside of any transaction: a storage may be slow. Until a row names them the old picture stays. */
export async function layPicture(
  storage: Storage,
  { subjectId, kind }: Pick<PictureName, 'subjectId' | 'kind'>,
  master: Master,
): Promise<Laid> {
  const { width, height, hasAlpha } = master
  const name = { subjectId, kind, revision: revisionOf(master) }
  await putMaster(storage, name, master)
  return { ...name, width, height, bytes: master.bytes.length, hasAlpha }
}

/** Keeps a picture of a card. What it replaces is named, to be removed once the row is committed. */
export async function savePicture(tx: Db, laid: Laid, now: Date) {
  const { subjectId, kind, revision, width, height } = laid
  if (!(await holdPictures(tx, subjectId))) throw problem('card-not-found')
  const before = (await picturesOf(tx, subjectId)).find((row) => row.kind === kind)
  await putPicture(tx, { ...laid, createdAt: now })
  const replaced = before && before.revision !== revision ? before : null
  if (replaced) await removeUploaded(tx, replaced, replaced.createdAt)
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
