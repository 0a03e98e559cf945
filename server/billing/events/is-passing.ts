import { isAway } from '#server/database/is-away.ts'

/** Another got in our way, or it took too long. */
const codes = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the same will do the next time, with nothing changed. */
export function isPassing(error: unknown): boolean {
  if (isAway(error)) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(String(error.code))) || isPassing(error.cause)
}
