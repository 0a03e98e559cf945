import { reservedSegments } from './pages.ts'
import { isPathHere } from './path-here.ts'

/**
 * A path on this site that somebody may be led back to. The doors for programs are nobody's way back, however they are spelled:
 * behind a short link lies any place that somebody chose.
 */
export function isWayBack(given: string): boolean {
  const first = decoded(given.split(/[/?#]/)[1] ?? '')?.toLowerCase()
  if (first === undefined || !isPathHere(given)) return false
  return first === 'account' || first === 'operator' || !reservedSegments.has(first)
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
