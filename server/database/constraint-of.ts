import type { ProblemName } from '#contract/problem.ts'
import { hasCode } from './is-away.ts'

/** What Citus puts behind the name of a constraint: the number of the shard it holds in. */
const ofShard = /_\d{5,}$/
const integrityViolated = /^23/

/** The constraint a row was refused by, by the name migrations gave it; empty where it was none. */
export function constraintOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const name = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : nameInWords(error)
  return name ? name.replace(ofShard, '') : constraintOf(error.cause)
}

/** A coordinator passes on what a worker said, and not the field beside it. */
function nameInWords(error: Error): string {
  if (!('code' in error) || !integrityViolated.test(String(error.code))) return ''
  return /constraint "([^"]+)"/.exec(error.message)?.[1] ?? ''
}

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
