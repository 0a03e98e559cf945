import type { ProblemName } from '#contract/problem.ts'

/** The shard number that Citus appends to the name of a constraint. */
const ofShard = /_\d{5,}$/
/** An integrity violation, or on a cluster any error of a worker that copies rows, as for an insert from a select. */
const integrityViolated = /^(23|XX000$)/

/** The name, as in the migrations, of the constraint that the error is about; empty if there is none. */
export function constraintOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const name = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : nameInWords(error)
  return name ? name.replace(ofShard, '') : constraintOf(error.cause)
}

/** A Citus coordinator forwards a worker's message, without its `constraint` field. */
function nameInWords(error: Error): string {
  if (!('code' in error) || !integrityViolated.test(String(error.code))) return ''
  return /constraint "([^"]+)"/.exec(error.message)?.[1] ?? ''
}

/** Problems by the name of the foreign key. Any other violation is a bug. */
const deletedParents: readonly (readonly [RegExp, ProblemName])[] = [
  [/_session_id_fkey$/, 'not-logged-in'],
  [/_account_id_fkey$/, 'conflict'],
  [/_subject_id_fkey$/, 'card-not-found'],
  [/_(contact_id|import_id|story_id)_fkey$/, 'not-found'],
]

/** The problem if a row could not be written because its parent was deleted in the meantime, such as a session or a card; else null. */
export function missingParentProblem(error: unknown): ProblemName | null {
  const constraint = constraintOf(error)
  return deletedParents.find(([name]) => name.test(constraint))?.[1] ?? null
}
