import { problem } from '../problems/problem.ts'

const pathCharactersMax = 2048
const addressCharactersMax = 8192

/** Rejects an address that no route could match, before routing. */
export function guardAddress(url: string) {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/)[0] ?? ''
  if (url.length > addressCharactersMax || path.length > pathCharactersMax) throw problem('address-too-long')
  // The query is decoded leniently, as forms send it, but control characters are rejected there, too.
  if (/%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(url.slice(url.indexOf(path) + path.length).replace(/%0[ad9]/gi, ''))) {
    throw problem('bad-request', { detail: 'The address contains an invalid character.' })
  }
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw problem('bad-request', { detail: 'The address is not encoded as UTF-8.' })
  }
  // Encoded slashes, backslashes and control characters are an attack or an accident.
  if (/\p{Cc}|\\/u.test(decoded) || /%2f/i.test(path))
    throw problem('bad-request', { detail: 'The address contains an invalid character.' })
}
