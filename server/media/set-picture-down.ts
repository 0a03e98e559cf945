import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { listPictures, upsertPicture } from './picture-store.ts'
import { deleteTakenDown, listTakenDown, insertTakenDown } from './taken-down-store.ts'
import { pictureKinds, type PictureKind } from './tables.ts'
import { lockPictures, removePicture, removeUploadedBytes } from './upload-store.ts'

type Switch = { subjectId: string; kind: string; isDown: boolean }

/** Takes down a picture everywhere on a card, or restores the last one taken down unless its owner has replaced it. */
export async function setPictureDown(tx: Db, { subjectId, kind: word, isDown }: Switch, now: Date): Promise<PictureKind> {
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !(await lockPictures(tx, subjectId))) throw problem('not-found')
  const current = await listPictures(tx, subjectId)
  const picture = (isDown ? current : await listTakenDown(tx, subjectId)).find((row) => row.kind === kind)
  if (!picture) throw problem('not-found')
  const { revision } = picture
  if (isDown) {
    for (const row of current.filter((one) => one.revision === revision)) {
      await insertTakenDown(tx, { ...row, createdAt: now })
      await removePicture(tx, subjectId, row.kind)
    }
    // An unpublished copy of any kind would stay reachable by address and could be published again.
    await removeUploadedBytes(tx, { subjectId, revision })
    return kind
  }
  for (const row of await deleteTakenDown(tx, { subjectId, revision })) {
    if (!current.some((one) => one.kind === row.kind)) await upsertPicture(tx, { ...row, createdAt: now })
  }
  return kind
}
