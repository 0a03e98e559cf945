import { createHash } from 'node:crypto'

/** For bytes, or for words that say all there is to say about them. */
export const tagOf = (what: string | Uint8Array): string => `"${createHash('sha256').update(what).digest('base64url').slice(0, 22)}"`

/** Whoever asks names what they have, sometimes several; a cache on the way may have made the name a weak one. */
export function hasAlready(request: Request, tag: string): boolean {
  const named = request.headers.get('if-none-match')
  return named !== null && named.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
