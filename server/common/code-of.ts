/** The code of an error or of its cause: the database layer wraps the driver's error. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return ''
  // An aborted wait has a number as its code.
  if (cause.name === 'AbortError') return 'ABORT_ERR'
  return 'code' in cause ? String(cause.code) : ''
}
