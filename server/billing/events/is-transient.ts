import { isAway } from '#server/database/is-away.ts'

/** Serialization failure, deadlock, lock not available, statement canceled. */
const transientCodes = new Set(['40001', '40P01', '55P03', '57014'])

/** True if a retry can succeed: the database is unavailable, or one of the codes above. */
export function isTransient(error: unknown): boolean {
  if (isAway(error)) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && transientCodes.has(String(error.code))) || isTransient(error.cause)
}
