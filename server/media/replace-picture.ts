import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { decodePicture } from './reading/decode-picture.ts'
import { removeBytes } from './remove-bytes.ts'
import { folderOf, layPicture, revisionOf, savePicture } from './save-picture.ts'
import type { PictureKind } from './tables.ts'

type Needs = { db: Db; changes: Changes; holds: Holds; storage: Storage; clock: Clock }

/** A picture that is public at once; the one before goes. */
export async function replacePicture(needs: Needs, subjectId: string, kind: PictureKind, bytes: Buffer) {
  const { holds, storage, changes, clock } = needs
  const master = await decodePicture(bytes)
  const { width, height, replaced } = await holds.alone(folderOf({ subjectId, kind, revision: revisionOf(master) }), async () => {
    const laid = await layPicture(storage, { subjectId, kind }, master)
    return changes.write(async (tx, tell) => {
      tell(`card:${subjectId}`)
      return savePicture(tx, laid, clock.now())
    })
  })
  if (replaced) await removeBytes(needs, [replaced])
  return { width, height }
}
