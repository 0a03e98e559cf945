import type { Db } from '#server/database/database.ts'
import { decodePicture } from '#server/media/reading/decode-picture.ts'
import { layPicture, savePicture as saveRow } from '#server/media/save-picture.ts'
import type { PictureKind } from '#server/media/tables.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'

/** A picture that a card shows, its bytes and its row. */
export async function savePicture(
  { storage, clock }: { storage: Storage; clock: Clock },
  tx: Db,
  subjectId: string,
  kind: PictureKind,
  bytes: Buffer,
) {
  return saveRow(tx, await layPicture(storage, { subjectId, kind }, await decodePicture(bytes)), clock.now())
}
