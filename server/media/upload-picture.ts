import type { Uploaded } from '#contract/media/uploads.ts'
import { type FileType, isMovingPng, type RefusedType, takenTypes, tellingBytes, typeOfFile } from '#contract/media/picture-type.ts'
import { uploadLimits, type Crop } from '#contract/media/upload-limits.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { decodePicture, type Master } from './reading/decode-picture.ts'
import { removeBytes } from './remove-bytes.ts'
import { folderOf, putMaster, revisionOf } from './save-picture.ts'
import { standOutColours } from './reading/stand-out-colours.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { isTaken } from './taken-store.ts'
import { holdPictures, putUploaded, removeUploaded, uploadedOf } from './upload-store.ts'

export type UploadNeeds = { db: Db; holds: Holds; storage: Storage; clock: Clock }
type Sent = { subjectId: string; kind: PictureKind; bytes: Buffer; crop: Crop | undefined }

/** So many a card keeps that are not published, and no heavier together; the oldest make room. */
const keptMax = 60
const keptBytesMax = 100 * 1024 * 1024

/** Keeps a picture for the next time its card is published. Visitors see nothing of it. */
export async function uploadPicture(needs: UploadNeeds, { subjectId, kind, bytes, crop }: Sent): Promise<Uploaded> {
  refuseStrangeFile(bytes)
  const master = await decodePicture(bytes, { crop })
  if (Math.min(master.width, master.height) < uploadLimits.sideMinPx) throw problem('picture-too-small')
  const colours = await standOutColours(master.bytes)
  const revision = await keep(needs, { subjectId, kind, master })
  return { revision, width: master.width, height: master.height, colours, isAnimated: master.isMoving || isMovingPng(bytes) }
}

async function keep(needs: UploadNeeds, { subjectId, kind, master }: { subjectId: string; kind: PictureKind; master: Master }) {
  const { db, holds, storage, clock } = needs
  const revision = revisionOf(master)
  const { width, height, hasAlpha } = master
  const row: PictureRow = { subjectId, kind, revision, width, height, bytes: master.bytes.length, hasAlpha, createdAt: clock.now() }
  // Nobody removes these bytes before a row names them, and a storage that is slow is waited for outside the transaction.
  const tooMany = await holds
    .alone(folderOf(row), async () => {
      await putMaster(storage, row, master)
      return db.transaction(async (tx) => {
        if (!(await holdPictures(tx, subjectId))) throw problem('card-not-found')
        if (await isTaken(tx, row)) throw problem('not-allowed', { detail: 'This picture was taken down, and is not taken again.' })
        await putUploaded(tx, row)
        const old = beyondQuota(await uploadedOf(tx, subjectId))
        for (const one of old) await removeUploaded(tx, one)
        return old
      })
    })
    .catch(async (error: unknown) => {
      // The card is gone, or the database: nothing names these bytes.
      await removeBytes(needs, [row]).catch(() => {})
      throw error
    })
  // What stays because the storage is away goes in the night.
  await removeBytes(needs, tooMany).catch(nullIfAway)
  return revision
}

/** The newest always stays. */
function beyondQuota(newestFirst: readonly PictureRow[]): PictureRow[] {
  let together = 0
  return newestFirst.filter(({ bytes }, place) => {
    together += bytes
    return place >= keptMax || (place > 0 && together > keptBytesMax)
  })
}

const helps: Record<RefusedType, string> = {
  heic: 'We can’t read iPhone HEIC photos. On your phone, choose “Most Compatible” under Settings, Camera, Formats, or send it as JPEG.',
  pdf: 'This is a PDF, not a picture. Save the page as PNG or JPEG and send that.',
  svg: 'This is an SVG drawing, which could run programs. Save it as PNG and send that.',
  video: 'This is a film. Send one picture of it, as JPEG or PNG.',
  zip: 'This is an archive. Unpack it and send one picture from it.',
  text: 'This is text in a picture’s clothes. Send a picture: JPEG, PNG or WebP.',
}

/** A file that we know and do not take, refused with what to do about it. What nobody knows is left to the decoder. */
function refuseStrangeFile(bytes: Uint8Array): void {
  const type = typeOfFile(bytes.subarray(0, tellingBytes))
  if (isRefused(type)) throw problem('picture-type-unsupported', { detail: helps[type], said: { kind: type } })
}

const isRefused = (type: FileType): type is RefusedType => type !== 'unknown' && !takenTypes.some((taken) => taken === type)
