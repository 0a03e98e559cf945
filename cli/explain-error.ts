import type { ProblemBody } from '#contract/problem.ts'
import { isStorageAway } from '#server/integrations/storage-away.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from './code-of.ts'
import { UsageError } from './command.ts'

export const exitCodes = { done: 0, refused: 1, misunderstood: 2 } as const

/** What went wrong, in lines for the operator; never a stack. */
export function explainError(error: unknown): { lines: string[]; exitCode: number } {
  if (error instanceof UsageError) return { lines: [error.message], exitCode: exitCodes.misunderstood }
  if (error instanceof Refusal) return { lines: error.message.split('\n'), exitCode: exitCodes.refused }
  const problem = problemOf(error)
  if (problem) return { lines: linesOf(problem), exitCode: exitCodes.refused }
  return { lines: [explainUnexpected(error)], exitCode: exitCodes.refused }
}

function linesOf({ title, detail, faults = [] }: ProblemBody): string[] {
  const first = faults.length > 0 ? [] : [detail ?? title]
  return [...first, ...faults.map(({ path, message }) => `${path}: ${message}`)]
}

function problemOf(error: unknown): ProblemBody | null {
  // Whatever carries a `problem` was thrown by an act of ours.
  return typeof error === 'object' && error !== null && 'problem' in error ? (error.problem as ProblemBody) : null
}

function explainUnexpected(error: unknown): string {
  if (isStorageAway(error))
    return `The bucket of pictures does not answer (${error.code}). What was not finished can be done again; STORAGE_URL says where it is.`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = codeOf(error)
  if (['57P01', '57P03', '08006', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code)) {
    return 'The database went away meanwhile. Nothing was changed by what was not finished; run the command again.'
  }
  if (code === '53100' || code === 'ENOSPC') return 'The disk is full. Nothing was changed.'
  const message = cause instanceof Error ? cause.message : String(cause)
  return `This should not have happened, and nothing was changed: ${message.split('\n')[0]}`
}
