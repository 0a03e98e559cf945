import type { Db } from '#server/db/database.ts'
import type { Storage } from '#server/outside/storage.ts'
import { picturesOf } from './picture-store.ts'
import { masterKey } from './save-picture.ts'
import type { PictureKind } from './tables.ts'

/** A card's pictures as they were kept when they came, one at a time. */
export async function* gatherPictures(
  { db, storage }: { db: Db; storage: Storage },
  subjectId: string,
): AsyncGenerator<{ kind: PictureKind; body: Buffer }> {
  const rows = await picturesOf(db, subjectId)
  for (const { kind, revision } of rows.toSorted((one, other) => one.kind.localeCompare(other.kind))) {
    const body = await storage.get(masterKey(subjectId, kind, revision))
    if (body) yield { kind, body }
  }
}
