import { pictureKinds, type DraftFields, type DraftIssue } from '#contract/cards/drafts.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { listPictures } from './picture-store.ts'
import { isTakenDown } from './taken-down-store.ts'
import { findUploaded } from './upload-store.ts'

/** Issues that prevent publishing: a picture may have been discarded or taken down since the draft was saved. */
export async function checkPictures(db: Db, subjectId: string, wanted: DraftFields['pictures'] = {}): Promise<DraftIssue[]> {
  const named = pictureKinds.flatMap((kind) => (wanted[kind] ? [{ kind, revision: wanted[kind].revision }] : []))
  if (named.length === 0) return []
  const current = await listPictures(db, subjectId)
  const issues: DraftIssue[] = []
  for (const { kind, revision } of named) {
    if (current.some((row) => row.kind === kind && row.revision === revision)) continue
    const path = `pictures.${kind}`
    if (!(await findUploaded(db, subjectId, [kind], revision))) issues.push(fieldIssue(path, 'pictureGone'))
    else if (await isTakenDown(db, { subjectId, revision })) issues.push(fieldIssue(path, 'pictureTakenDown'))
  }
  return issues
}
