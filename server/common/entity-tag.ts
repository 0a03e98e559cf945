import { createHash } from 'node:crypto'

/** A strong entity tag for bytes, or for a text that identifies them. */
export const entityTag = (what: string | Uint8Array): string => `"${createHash('sha256').update(what).digest('base64url').slice(0, 22)}"`

/** True if If-None-Match names this tag. Clients may send several, and a cache may have made them weak. */
export function matchesIfNoneMatch(request: Request, tag: string): boolean {
  const named = request.headers.get('if-none-match')
  return named !== null && named.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
