/** The code of an error, or of what caused it: the database layer wraps what the driver says. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return ''
  // An aborted wait carries a number as its code.
  if (cause.name === 'AbortError') return 'ABORT_ERR'
  return 'code' in cause ? String(cause.code) : ''
}
