import type { ProblemName } from '#contract/problem.ts'
import { constraintOf } from './constraint-of.ts'
import { hasCode } from './is-away.ts'

const foreignKeyViolated = '23503'

/** By what a row belonged to, as PostgreSQL names the reference. What is not named here is a fault of ours. */
const refusals: readonly (readonly [RegExp, ProblemName])[] = [
  [/_session_id_fkey$/, 'not-signed-in'],
  [/_account_id_fkey$/, 'conflict'],
  [/_subject_id_fkey$/, 'card-not-found'],
  [/_(contact_id|import_id|story_id)_fkey$/, 'not-found'],
]

/** A row that could not be written because what it belongs to was removed a moment ago: a session that ended, a card that was deleted. */
export function goneMeanwhile(error: unknown): ProblemName | null {
  const constraint = hasCode(error, foreignKeyViolated) ? constraintOf(error) : ''
  return refusals.find(([name]) => name.test(constraint))?.[1] ?? null
}
