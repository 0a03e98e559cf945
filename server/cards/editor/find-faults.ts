import type { DraftChanges, Fault } from '#contract/cards/drafts.ts'
import type { Db } from '#server/database/database.ts'
import { checkPictures } from '#server/media/check-pictures.ts'
import type { Facts } from './check-content.ts'
import { checkDraft } from './check-draft.ts'

/** All that is wrong with a draft as it stands, its pictures too: they may be gone, thrown away in another window. */
export async function findFaults(db: Db, subjectId: string, fields: DraftChanges, facts: Facts): Promise<Fault[]> {
  const { ready, faults } = checkDraft(fields, facts)
  return [...faults, ...(await checkPictures(db, subjectId, ready.pictures))]
}
