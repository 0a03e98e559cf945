import { sayFault } from '#contract/cards/draft-faults.ts'
import { DraftFields, draftKeys, type DraftChanges, type DraftKey, type Fault } from '#contract/cards/drafts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { checkPictures } from '#server/media/check-pictures.ts'
import { checkContent, type Facts } from './check-content.ts'
import { isOfAnotherKind, wordsOf, type Issue } from './describe-fault.ts'

export const keysOf = (changes: DraftChanges): DraftKey[] => draftKeys.filter((key) => changes[key] !== undefined)

/** Half an address is kept, a number in the place of a name is not. */
export function refuseOtherKinds(changes: DraftChanges) {
  const faults = keysOf(changes).flatMap((key) =>
    (DraftFields.shape[key].safeParse(changes[key]).error?.issues ?? [])
      .filter(isOfAnotherKind)
      .map(({ path }) => ({ path: [key, ...path].join('.'), message: sayFault('wrong') })),
  )
  if (faults.length > 0) throw problem('input-invalid', { faults })
}

/** The draft as it may be published, and all that is wrong with it. What is faulty is not in `ready`. */
export function checkDraft(changes: DraftChanges, facts: Facts): { ready: DraftFields; faults: Fault[] } {
  const read: DraftChanges = {}
  const faults: Fault[] = []
  for (const key of keysOf(changes)) {
    const { success, error } = DraftFields.shape[key].safeParse(changes[key])
    if (success) read[key] = changes[key]
    else faults.push(...error.issues.map((issue) => faultOf(issue, [key, ...issue.path])))
  }
  const { ready, faults: deeper } = checkContent(DraftFields.parse(read), facts)
  return { ready, faults: [...faults, ...deeper] }
}

const faultOf = (issue: Issue, path: readonly PropertyKey[]): Fault => ({ path: path.join('.'), message: wordsOf(issue, path) })

/** All that is wrong with a draft as it stands, its pictures too: they may be gone, thrown away in another window. */
export async function findFaults(db: Db, subjectId: string, fields: DraftChanges, facts: Facts): Promise<Fault[]> {
  const { ready, faults } = checkDraft(fields, facts)
  return [...faults, ...(await checkPictures(db, subjectId, ready.pictures))]
}
