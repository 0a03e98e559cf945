import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { picturesOf } from './picture-store.ts'
import { masterKey } from './save-picture.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { uploadedOf } from './upload-store.ts'

type Needs = { db: Db; storage: Storage }
type Gathered = { kind: PictureKind; revision: string; body: Buffer }

/** A card's pictures as they were kept when they came, one at a time. */
export async function* gatherPictures(needs: Needs, subjectId: string): AsyncGenerator<Gathered> {
  yield* gather(needs, await picturesOf(needs.db, subjectId))
}

/** The same of those that were sent and are not published. */
export async function* gatherSent(needs: Needs, subjectId: string): AsyncGenerator<Gathered> {
  yield* gather(needs, await uploadedOf(needs.db, subjectId))
}

async function* gather({ storage }: Needs, rows: readonly PictureRow[]): AsyncGenerator<Gathered> {
  for (const { subjectId, kind, revision } of rows.toSorted(byName)) {
    const body = await storage.get(masterKey(subjectId, kind, revision))
    if (body) yield { kind, revision, body }
  }
}

const byName = (one: PictureRow, other: PictureRow) => one.kind.localeCompare(other.kind) || one.revision.localeCompare(other.revision)
