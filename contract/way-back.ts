import { reservedSegments } from './pages.ts'

/**
 * A path on this site that somebody may be led back to. The doors for programs are nobody's way back, however they are spelled:
 * behind a short link lies any place that somebody chose.
 */
export function isWayBack(given: string): boolean {
  const first = decoded(given.split(/[/?#]/)[1] ?? '')?.toLowerCase()
  if (first === undefined || !isPathHere(given)) return false
  return ['account', 'admin', 'operator'].includes(first) || !reservedSegments.has(first)
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * A path on this site, and still one when somebody takes it apart and puts it together again: one slash, then neither slash nor
 * backslash, no step up or in place that would bring two slashes to the front, and nothing that cannot be seen or sent.
 */
export function isPathHere(given: string): boolean {
  const [path = ''] = given.split(/[?#]/)
  return /^\/(?![/\\])[^\p{Cc}\p{Zl}\p{Zp}\\]*$/u.test(given) && given.isWellFormed() && !/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(path)
}
