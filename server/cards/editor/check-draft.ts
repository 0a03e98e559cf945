import { DraftFields, draftKeys, type DraftChanges, type DraftKey, type DraftIssue } from '#contract/cards/drafts.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { checkPictures } from '#server/media/check-pictures.ts'
import { checkContent, type DraftContext } from './check-content.ts'
import { describeDraftIssue, isWrongType } from './describe-draft-issue.ts'

export const keysOf = (changes: DraftChanges): DraftKey[] => draftKeys.filter((key) => changes[key] !== undefined)

/** An unfinished address is saved; a number in place of a name is an error. */
export function rejectWrongTypes(changes: DraftChanges) {
  const issues = keysOf(changes).flatMap((key) =>
    (DraftFields.shape[key].safeParse(changes[key]).error?.issues ?? [])
      .filter(isWrongType)
      .map(({ path }) => fieldIssue([key, ...path].join('.'), 'invalid')),
  )
  if (issues.length > 0) throw problem('input-invalid', { issues })
}

/** The publishable part of the draft, and all its issues. Invalid values aren't in `ready`. */
export function checkDraft(changes: DraftChanges, context: DraftContext): { ready: DraftFields; issues: DraftIssue[] } {
  const read: DraftChanges = {}
  const issues: DraftIssue[] = []
  for (const key of keysOf(changes)) {
    const { success, error } = DraftFields.shape[key].safeParse(changes[key])
    if (success) read[key] = changes[key]
    else issues.push(...error.issues.map((issue) => describeDraftIssue(issue, [key, ...issue.path])))
  }
  const { ready, issues: deeper } = checkContent(DraftFields.parse(read), context)
  return { ready, issues: [...issues, ...deeper] }
}

/** All issues of a draft, including pictures that another window discarded. */
export async function findIssues(db: Db, subjectId: string, fields: DraftChanges, context: DraftContext): Promise<DraftIssue[]> {
  const { ready, issues } = checkDraft(fields, context)
  return [...issues, ...(await checkPictures(db, subjectId, ready.pictures))]
}
