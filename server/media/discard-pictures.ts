import type { Db } from '#server/database/database.ts'
import { removeDrafted, type PictureName } from './upload-store.ts'

/**
 * Takes away the pictures that the draft of a card names, while it still does: whoever asks holds the card. What was sent and is in no
 * draft yet stays, for it may be on its way from another window. The bytes are the caller's to remove, once this is committed.
 */
export const discardPictures = (tx: Db, subjectId: string): Promise<PictureName[]> => removeDrafted(tx, subjectId)
