import type { ProblemBody } from '#contract/problem.ts'
import { isStorageUnavailable } from '#server/integrations/storage-error.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { UsageError } from './command.ts'

export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const

/** The error as lines for the terminal, without a stack. */
export function explainError(error: unknown): { lines: string[]; exitCode: number } {
  if (error instanceof UsageError) return { lines: [error.message], exitCode: exitCodes.usage }
  if (error instanceof UserError) return { lines: error.message.split('\n'), exitCode: exitCodes.failed }
  const problem = problemOf(error)
  if (problem) return { lines: linesOf(problem), exitCode: exitCodes.failed }
  return { lines: [explainUnexpected(error)], exitCode: exitCodes.failed }
}

function linesOf({ title, detail, issues = [] }: ProblemBody): string[] {
  const first = issues.length > 0 ? [] : [detail ?? title]
  return [...first, ...issues.map(({ path, message }) => `${path}: ${message}`)]
}

function problemOf(error: unknown): ProblemBody | null {
  // Only the server's own actions throw errors with a `problem`.
  return typeof error === 'object' && error !== null && 'problem' in error ? (error.problem as ProblemBody) : null
}

function explainUnexpected(error: unknown): string {
  if (isStorageUnavailable(error))
    return `The image storage does not respond (${error.code}). Check STORAGE_URL, then run the command again.`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = codeOf(error)
  if (['57P01', '57P03', '08006', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code)) {
    return 'The connection to the database was lost, and unfinished changes were rolled back. Run the command again.'
  }
  if (code === '53100' || code === 'ENOSPC') return 'The disk is full. Nothing was changed.'
  const message = cause instanceof Error ? cause.message : String(cause)
  return `Unexpected error; nothing was changed: ${message.split('\n')[0]}`
}
