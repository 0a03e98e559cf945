import { pictureKinds, type DraftFields } from '#contract/cards/drafts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { checkPictures } from './check-pictures.ts'
import { listPictures, upsertPicture } from './picture-store.ts'
import { lockPictures, removePicture, removeUploaded, listUploaded, type PictureName } from './upload-store.ts'

/**
 * Publishes uploaded pictures and removes those that are null. `removed` lists replaced pictures, whose files the caller deletes after the
 * commit. Replaced public pictures aren't retained.
 */
export async function promotePictures(
  tx: Db,
  subjectId: string,
  wanted: DraftFields['pictures'],
  now: Date,
): Promise<{ removed: PictureName[] }> {
  await lockPictures(tx, subjectId)
  const issues = await checkPictures(tx, subjectId, wanted)
  if (issues.length > 0) throw problem('input-invalid', { issues })
  const [current, uploaded] = [await listPictures(tx, subjectId), await listUploaded(tx, subjectId)]
  const removed: PictureName[] = []
  for (const kind of pictureKinds) {
    const picture = wanted?.[kind]
    const before = current.find((row) => row.kind === kind)
    if (picture === undefined || picture?.revision === before?.revision) continue
    const row = uploaded.find((one) => one.kind === kind && one.revision === picture?.revision)
    if (row) {
      await upsertPicture(tx, { ...row, createdAt: now })
      await removeUploaded(tx, row)
    } else {
      await removePicture(tx, subjectId, kind)
    }
    if (!before) continue
    // Also if it was uploaded again, because visitors know its address.
    await removeUploaded(tx, before)
    removed.push({ subjectId, kind, revision: before.revision })
  }
  return { removed }
}
