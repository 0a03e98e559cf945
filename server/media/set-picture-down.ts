import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { picturesOf, putPicture } from './picture-store.ts'
import { deleteTaken, listTaken, putTaken } from './taken-store.ts'
import { pictureKinds, type PictureKind } from './tables.ts'
import { holdPictures, removePicture, removeUploaded } from './upload-store.ts'

type Switch = { subjectId: string; kind: string; isDown: boolean }

/** Takes a picture off a card, or puts the one that was taken last back where its owner has put no other. */
export async function setPictureDown(tx: Db, { subjectId, kind: word, isDown }: Switch, now: Date): Promise<PictureKind> {
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !(await holdPictures(tx, subjectId))) throw problem('not-found')
  const shown = (await picturesOf(tx, subjectId)).find((row) => row.kind === kind)
  if (isDown) {
    if (!shown) throw problem('not-found')
    await putTaken(tx, { ...shown, createdAt: now })
    await removePicture(tx, subjectId, kind)
    // Waiting to be published it would be shown to whoever knows its address.
    await removeUploaded(tx, shown)
    return kind
  }
  const last = (await listTaken(tx, subjectId)).find((row) => row.kind === kind)
  if (!last) throw problem('not-found')
  await deleteTaken(tx, last)
  if (!shown) await putPicture(tx, { ...last, createdAt: now })
  return kind
}
