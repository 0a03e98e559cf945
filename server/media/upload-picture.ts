import { isProblem } from '#contract/api.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { type FileType, isMovingPng, type UnsupportedType, signatureBytes, typeOfFile } from '#common/picture-type.ts'
import { uploadLimits, type Crop } from '#contract/media/upload-limits.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { decodePicture, type Master } from './processing/decode-picture.ts'
import { removeBytes } from './remove-bytes.ts'
import { folderOf, storeMaster, revisionOf } from './save-picture.ts'
import { dominantColors } from './processing/dominant-colors.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { isTakenDown } from './taken-down-store.ts'
import { lockPictures, upsertUploaded, removeUploaded, listUploaded } from './upload-store.ts'

export type UploadDeps = { db: Db; workLocks: WorkLocks; storage: Storage; clock: Clock }
type Upload = { subjectId: string; kind: PictureKind; bytes: Buffer; crop: Crop | undefined }

/** Limits of a card's unpublished pictures, by count and total size. The oldest are deleted first. */
const unpublishedMax = 60
const unpublishedBytesMax = 100 * 1024 * 1024

/** Stores a picture for the next publish. Visitors don't see it before. */
export async function uploadPicture(deps: UploadDeps, { subjectId, kind, bytes, crop }: Upload): Promise<Uploaded> {
  const type = typeOfFile(bytes.subarray(0, signatureBytes))
  // Whether HEIC can be read depends on the codecs of the image library.
  if (type !== 'heic' && isUnsupported(type)) throw unsupported(type)
  const master = await decodePicture(bytes, { crop }).catch((error: unknown) => {
    throw type === 'heic' && isProblem(error) && error.problem.type === '/problems/picture-unreadable' ? unsupported(type) : error
  })
  if (Math.min(master.width, master.height) < uploadLimits.sideMinPx) throw problem('picture-too-small')
  const colors = await dominantColors(master.bytes)
  const revision = await storeUpload(deps, { subjectId, kind, master })
  return { revision, width: master.width, height: master.height, colors, isAnimated: master.isMoving || isMovingPng(bytes) }
}

async function storeUpload(deps: UploadDeps, { subjectId, kind, master }: { subjectId: string; kind: PictureKind; master: Master }) {
  const { db, workLocks, storage, clock } = deps
  const revision = revisionOf(master)
  const { width, height, hasAlpha } = master
  const row: PictureRow = { subjectId, kind, revision, width, height, bytes: master.bytes.length, hasAlpha, createdAt: clock.now() }
  // The folder lock protects the file until its row is committed; slow storage is awaited outside the transaction.
  const tooMany = await workLocks
    .exclusive(folderOf(row), async () => {
      await storeMaster(storage, row, master)
      return db.transaction(async (tx) => {
        if (!(await lockPictures(tx, subjectId))) throw problem('card-not-found')
        if (await isTakenDown(tx, row)) throw problem('not-allowed', { detail: 'This image was taken down and can’t be uploaded again.' })
        await upsertUploaded(tx, row)
        const old = beyondQuota(await listUploaded(tx, subjectId))
        for (const one of old) await removeUploaded(tx, one)
        return old
      })
    })
    .catch(async (error: unknown) => {
      // The card is gone or the database failed: nothing references this file.
      await removeBytes(deps, [row]).catch(() => {})
      throw error
    })
  // The nightly sweep removes what unavailable storage leaves behind.
  await removeBytes(deps, tooMany).catch(nullIfUnavailable)
  return revision
}

/** The pictures over quota. The newest always stays. */
function beyondQuota(newestFirst: readonly PictureRow[]): PictureRow[] {
  let together = 0
  return newestFirst.filter(({ bytes }, place) => {
    together += bytes
    return place >= unpublishedMax || (place > 0 && together > unpublishedBytesMax)
  })
}

const advice: Record<UnsupportedType, string> = {
  heic: 'We can’t read iPhone HEIC photos. On your phone, choose “Most Compatible” under Settings, Camera, Formats, or send it as JPEG.',
  pdf: 'This is a PDF, not an image. Save the page as PNG or JPEG and upload that.',
  svg: 'SVG files aren’t supported, because they can contain scripts. Save it as PNG and upload that.',
  video: 'This is a video. Upload a single image from it as JPEG or PNG.',
  zip: 'This is an archive. Unpack it and upload one image.',
  text: 'This is a text file. Upload an image: JPEG, PNG or WebP.',
}

/** The error for a file that is recognized; the decoder judges unknown ones. */
const unsupported = (type: UnsupportedType) => problem('picture-type-unsupported', { detail: advice[type], extensions: { kind: type } })

const isUnsupported = (type: FileType): type is UnsupportedType => type in advice
