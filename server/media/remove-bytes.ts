import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { folderOf } from './save-picture.ts'
import { isNamed, type PictureName, removeDrafted } from './upload-store.ts'

type Needs = { db: Db; holds: Holds; storage: Storage }

/**
 * Takes pictures that no card names any more off the disk, once what let go of them is committed. One that was sent again
 * meanwhile stays: whoever puts bytes holds the same folder until their row is committed.
 */
export async function removeBytes({ db, holds, storage }: Needs, gone: readonly PictureName[]): Promise<void> {
  for (const picture of gone) {
    const folder = folderOf(picture)
    await holds.alone(folder, async () => {
      if (!(await isNamed(db, picture))) await unlessBackedUp(holds, () => storage.remove(folder))
    })
  }
}

/**
 * Takes away the pictures that the draft of a card names, while it still does: whoever asks holds the card. What was sent and is in no
 * draft yet stays, for it may be on its way from another window. The bytes are the caller's to remove, once this is committed.
 */
export const discardPictures = (tx: Db, subjectId: string): Promise<PictureName[]> => removeDrafted(tx, subjectId)
