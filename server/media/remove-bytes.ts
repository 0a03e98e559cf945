import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { folderOf } from './save-picture.ts'
import { isReferenced, type PictureName, removeDrafted } from './upload-store.ts'

type Deps = { db: Db; workLocks: WorkLocks; storage: Storage }

/**
 * Deletes the files of unreferenced pictures; call it after the commit. A picture uploaded again meanwhile stays, because uploads hold the
 * same folder lock until their row is committed. False if a running backup needs some.
 */
export async function removeBytes({ db, workLocks, storage }: Deps, gone: readonly PictureName[]): Promise<boolean> {
  let isDone = true
  for (const picture of gone) {
    const folder = folderOf(picture)
    await workLocks.exclusive(folder, async () => {
      if (await isReferenced(db, picture)) return
      isDone = (await unlessBackedUp(workLocks, () => storage.remove(folder))) && isDone
    })
  }
  return isDone
}

/**
 * Deletes the rows of a draft's pictures, before the draft is emptied and with the card locked. Uploads outside the draft stay, as they may
 * be about to enter it from another window. The caller deletes the files after the commit.
 */
export const discardPictures = (tx: Db, subjectId: string): Promise<PictureName[]> => removeDrafted(tx, subjectId)
