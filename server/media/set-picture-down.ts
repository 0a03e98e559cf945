import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import { deleteTaken, listTaken, putTaken } from './taken-store.ts'
import { pictureKinds, type PictureKind } from './tables.ts'
import { holdPictures, removePicture, removeUploadedBytes } from './upload-store.ts'

type Switch = { subjectId: string; kind: string; isDown: boolean }

/**
 * Takes a picture off a card, wherever the card shows it, or puts the one that was taken last back where its owner has put no
 * other.
 */
export async function setPictureDown(tx: Db, { subjectId, kind: word, isDown }: Switch, now: Date): Promise<PictureKind> {
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !(await holdPictures(tx, subjectId))) throw problem('not-found')
  const shown = await picturesOf(tx, subjectId)
  const meant = (isDown ? shown : await listTaken(tx, subjectId)).find((row) => row.kind === kind)
  if (!meant) throw problem('not-found')
  const { revision } = meant
  if (isDown) {
    for (const row of shown.filter((one) => one.revision === revision)) {
      await putTaken(tx, { ...row, createdAt: now })
      await removePicture(tx, subjectId, row.kind)
    }
    // Waiting to be published, as whatever, it would be shown to whoever knows its address, and come back.
    await removeUploadedBytes(tx, { subjectId, revision })
    return kind
  }
  for (const row of await deleteTaken(tx, { subjectId, revision })) {
    if (!shown.some((one) => one.kind === row.kind)) await putPicture(tx, { ...row, createdAt: now })
  }
  return kind
}
