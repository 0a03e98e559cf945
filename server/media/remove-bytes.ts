import type { Db } from '#server/db/database.ts'
import { unlessBackedUp } from '#server/db/unless-backed-up.ts'
import type { Storage } from '#server/outside/storage.ts'
import { folderOf } from './save-picture.ts'
import { holdPictures, isNamed, type PictureName } from './upload-store.ts'

/**
 * Takes pictures that no card names any more off the disk, once what let go of them is committed. One that was sent again
 * meanwhile stays.
 */
export async function removeBytes({ db, storage }: { db: Db; storage: Storage }, gone: readonly PictureName[]): Promise<void> {
  for (const picture of gone) {
    await db.transaction(async (tx) => {
      await holdPictures(tx, picture.subjectId)
      if (!(await isNamed(tx, picture))) await unlessBackedUp(tx, () => storage.remove(folderOf(picture)))
    })
  }
}
