import type { Uploaded } from '#contract/uploads.ts'
import { isMovingPng } from '#contract/picture-type.ts'
import { uploadLimits, type Crop } from '#contract/upload-limits.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { decodePicture, type Master } from './decode-picture.ts'
import { picturesOf } from './picture-store.ts'
import { refuseStrangeFile } from './refuse-strange-file.ts'
import { folderOf, keepMaster } from './save-picture.ts'
import { standOutColours } from './stand-out-colours.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { putUploaded, removeUploaded, uploadedOf } from './upload-store.ts'

export type UploadNeeds = { db: Db; storage: Storage; clock: Clock }
type Sent = { subjectId: string; kind: PictureKind; bytes: Buffer; crop: Crop | undefined }

/** So many a card keeps that are not published; the oldest make room. */
const keptMax = 60

/** Keeps a picture for the next time its card is published. Visitors see nothing of it. */
export async function uploadPicture(needs: UploadNeeds, { subjectId, kind, bytes, crop }: Sent): Promise<Uploaded> {
  refuseStrangeFile(bytes)
  const master = await decodePicture(bytes, { crop })
  if (Math.min(master.width, master.height) < uploadLimits.sideMinPx) throw problem('picture-too-small')
  const colours = await standOutColours(master.bytes)
  const revision = await keep(needs, { subjectId, kind, master })
  return { revision, width: master.width, height: master.height, colours, isAnimated: master.isMoving || isMovingPng(bytes) }
}

async function keep(
  { db, storage, clock }: UploadNeeds,
  { subjectId, kind, master }: { subjectId: string; kind: PictureKind; master: Master },
) {
  const revision = await keepMaster(storage, subjectId, kind, master)
  const { width, height, hasAlpha } = master
  const row: PictureRow = { subjectId, kind, revision, width, height, bytes: master.bytes.length, hasAlpha, createdAt: clock.now() }
  const gone = await db.transaction(async (tx) => {
    await putUploaded(tx, row)
    const tooMany = (await uploadedOf(tx, subjectId)).slice(keptMax)
    for (const old of tooMany) await removeUploaded(tx, old)
    const shown = await picturesOf(tx, subjectId)
    return tooMany.filter((old) => !shown.some((now) => now.kind === old.kind && now.revision === old.revision))
  })
  for (const old of gone) await storage.remove(folderOf(old))
  return revision
}
