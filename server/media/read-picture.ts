import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { derivePicture, type Wanted } from './drawn/derive-picture.ts'
import { picturesOf } from './picture-store.ts'
import type { PictureKind } from './tables.ts'

type Needs = { db: Db; storage: Storage }

/** A picture of a card in one size and format, or null where it has none. */
export async function readPicture({ db, storage }: Needs, subjectId: string, kind: PictureKind, wanted: Wanted): Promise<Buffer | null> {
  const picture = (await picturesOf(db, subjectId)).find((one) => one.kind === kind)
  return picture ? derivePicture(storage, picture, wanted) : null
}
