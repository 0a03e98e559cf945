import { pictureKinds, type DraftFields } from '#contract/cards/drafts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { checkPictures } from './check-pictures.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import { holdPictures, removePicture, removeUploaded, uploadedOf, type PictureName } from './upload-store.ts'

/**
 * Makes uploaded pictures the card's own, and takes away those that are null. `removed` names what no card shows any more: to be
 * taken from the storage once the transaction is committed. What was public and is replaced is kept nowhere.
 */
export async function promotePictures(
  tx: Db,
  subjectId: string,
  wanted: DraftFields['pictures'],
  now: Date,
): Promise<{ removed: PictureName[] }> {
  await holdPictures(tx, subjectId)
  const faults = await checkPictures(tx, subjectId, wanted)
  if (faults.length > 0) throw problem('input-invalid', { faults })
  const [shown, uploaded] = [await picturesOf(tx, subjectId), await uploadedOf(tx, subjectId)]
  const removed: PictureName[] = []
  for (const kind of pictureKinds) {
    const picture = wanted?.[kind]
    const before = shown.find((row) => row.kind === kind)
    if (picture === undefined || picture?.revision === before?.revision) continue
    const row = uploaded.find((one) => one.kind === kind && one.revision === picture?.revision)
    if (row) {
      await putPicture(tx, { ...row, createdAt: now })
      await removeUploaded(tx, row)
    } else {
      await removePicture(tx, subjectId, kind)
    }
    if (!before) continue
    // Also where it was sent once more and waits: its address is known to everybody who saw it.
    await removeUploaded(tx, before)
    removed.push({ subjectId, kind, revision: before.revision })
  }
  return { removed }
}
