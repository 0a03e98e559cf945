import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { listPictures } from './picture-store.ts'
import { masterKey } from './save-picture.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { listUploaded } from './upload-store.ts'

type Deps = { db: Db; storage: Storage }
type GatheredPicture = { kind: PictureKind; revision: string; body: Buffer }

/** A card's pictures as stored at upload, one at a time. */
export async function* gatherPictures(deps: Deps, subjectId: string): AsyncGenerator<GatheredPicture> {
  yield* gather(deps, await listPictures(deps.db, subjectId))
}

/** The same for unpublished uploads. */
export async function* gatherUploaded(deps: Deps, subjectId: string): AsyncGenerator<GatheredPicture> {
  yield* gather(deps, await listUploaded(deps.db, subjectId))
}

async function* gather({ storage }: Deps, rows: readonly PictureRow[]): AsyncGenerator<GatheredPicture> {
  for (const { subjectId, kind, revision } of rows.toSorted(byName)) {
    const body = await storage.get(masterKey(subjectId, kind, revision))
    if (body) yield { kind, revision, body }
  }
}

const byName = (one: PictureRow, other: PictureRow) => one.kind.localeCompare(other.kind) || one.revision.localeCompare(other.revision)
