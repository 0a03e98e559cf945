import { missingParentProblem } from '#server/database/constraint-of.ts'
import { isAway, isReadOnly } from '#server/database/is-away.ts'
import { isStorageAway, isStorageFull } from '#server/integrations/storage-away.ts'
import { ProblemError, problem } from './problem.ts'

/** The refusal that an error is, or null for a fault of ours. A database that is away, or a card that went meanwhile, is no fault of the request. */
export function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  const gone = missingParentProblem(error)
  if (gone) return problem(gone)
  if (isReadOnly(error) || isStorageFull(error))
    return problem('unavailable', {
      retryAfterSeconds: 5,
      detail: 'Nothing can be saved just now; what is here can be read. Try again in a moment.',
    })
  return isAway(error) || isStorageAway(error) ? problem('unavailable', { retryAfterSeconds: 2 }) : null
}
