import { isAway } from '#server/db/is-away.ts'
import { ProblemError, problem } from './problem.ts'

/** The refusal that an error is, or null for a fault of ours. A database that is away is no fault of the request. */
export function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  return isAway(error) ? problem('unavailable', { retryAfterSeconds: 2 }) : null
}
