import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { decodePicture } from './processing/decode-picture.ts'
import { removeBytes } from './remove-bytes.ts'
import { folderOf, storePicture, revisionOf, savePicture } from './save-picture.ts'
import type { PictureKind } from './tables.ts'

type Deps = { db: Db; changes: Changes; workLocks: WorkLocks; storage: Storage; clock: Clock }

/** Publishes a picture at once and deletes the previous one. */
export async function replacePicture(deps: Deps, subjectId: string, kind: PictureKind, bytes: Buffer) {
  const { workLocks, storage, changes, clock } = deps
  const master = await decodePicture(bytes)
  const { width, height, replaced } = await workLocks.exclusive(folderOf({ subjectId, kind, revision: revisionOf(master) }), async () => {
    const stored = await storePicture(storage, { subjectId, kind }, master)
    return changes.write(async (tx, publish) => {
      publish(`card:${subjectId}`)
      return savePicture(tx, stored, clock.now())
    })
  })
  if (replaced) await removeBytes(deps, [replaced])
  return { width, height }
}
