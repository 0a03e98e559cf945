import { reservedSegments } from './pages.ts'

/**
 * True for a path that a login may redirect to. Endpoints and short links are refused in every spelling: a short link can lead to
 * another site.
 */
export function isReturnPath(path: string): boolean {
  const first = decoded(path.split(/[/?#]/)[1] ?? '')?.toLowerCase()
  if (first === undefined || !isLocalPath(path)) return false
  return ['account', 'admin', 'setup'].includes(first) || !reservedSegments.has(first)
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * True for a path on this site that stays one after normalization: exactly one leading slash, no backslash, no empty or dot segments
 * that could produce two leading slashes, and no control characters or lone surrogates.
 */
export function isLocalPath(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  return /^\/(?![/\\])[^\p{Cc}\p{Zl}\p{Zp}\\]*$/u.test(address) && address.isWellFormed() && !/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(path)
}
