import { missingParentProblem } from '#server/database/constraint-of.ts'
import { isAway, isReadOnly } from '#server/database/is-away.ts'
import { isStorageUnavailable, isStorageFull } from '#server/integrations/storage-error.ts'
import { ProblemError, problem } from './problem.ts'

/** The problem to answer with for an error, or null for a bug. An unavailable database or a card deleted meanwhile is not a bug. */
export function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  const missingParent = missingParentProblem(error)
  if (missingParent) return problem(missingParent)
  if (isReadOnly(error) || isStorageFull(error))
    return problem('unavailable', {
      retryAfterSeconds: 5,
      detail: 'Nothing can be saved right now, but cards can be read. Try again in a moment.',
    })
  return isAway(error) || isStorageUnavailable(error) ? problem('unavailable', { retryAfterSeconds: 2 }) : null
}
