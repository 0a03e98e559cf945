import type { Db } from '#server/database/database.ts'
import { decodePicture } from '#server/media/processing/decode-picture.ts'
import { storePicture, savePicture as saveRow } from '#server/media/save-picture.ts'
import type { PictureKind } from '#server/media/tables.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'

/** Stores a card's picture: its bytes and its row. */
export async function savePicture(
  { storage, clock }: { storage: Storage; clock: Clock },
  tx: Db,
  subjectId: string,
  kind: PictureKind,
  bytes: Buffer,
) {
  return saveRow(tx, await storePicture(storage, { subjectId, kind }, await decodePicture(bytes)), clock.now())
}
