import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { decodePicture, type Master } from './decode-picture.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { findUploaded } from './upload-store.ts'

type Needs = { storage: Storage; clock: Clock }

/**
 * Keeps a picture of a card. The bytes are on the disk before a row names them; until then the old picture stays. What it
 * replaces is named, to be removed once the row is committed.
 */
export async function savePicture({ storage, clock }: Needs, tx: Db, subjectId: string, kind: PictureKind, picture: Buffer | Master) {
  const master = Buffer.isBuffer(picture) ? await decodePicture(picture) : picture
  const revision = await keepMaster(storage, subjectId, kind, master)
  const { width, height, hasAlpha } = master
  const before = (await picturesOf(tx, subjectId)).find((row) => row.kind === kind)
  await putPicture(tx, { subjectId, kind, revision, width, height, bytes: master.bytes.length, hasAlpha, createdAt: clock.now() })
  const replaced = before && before.revision !== revision && !(await isUploaded(tx, before)) ? folderOf(before) : null
  return { revision, width, height, replaced }
}

const isUploaded = async (tx: Db, { subjectId, kind, revision }: PictureRow) => Boolean(await findUploaded(tx, subjectId, [kind], revision))

/** On the disk, under a name made from its content. */
export async function keepMaster(storage: Storage, subjectId: string, kind: PictureKind, { bytes }: Master): Promise<string> {
  const revision = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  await storage.put(masterKey(subjectId, kind, revision), bytes)
  return revision
}

/** Where a picture and all its sizes lie. */
export const folderOf = ({ subjectId, kind, revision }: Pick<PictureRow, 'subjectId' | 'kind' | 'revision'>) =>
  `${subjectId}/${kind}/${revision}/`

export function masterKey(subjectId: string, kind: PictureKind, revision: string): string {
  return `${subjectId}/${kind}/${revision}/master.webp`
}
