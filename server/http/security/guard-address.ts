import { problem } from '../problems/problem.ts'

const pathCharactersMax = 2048
const addressCharactersMax = 8192

/** Refuses an address that no part of the product could mean, before anybody looks at it. */
export function guardAddress(url: string) {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/)[0] ?? ''
  if (url.length > addressCharactersMax || path.length > pathCharactersMax) throw problem('address-too-long')
  // What stands behind the `?` is decoded leniently, as forms send it; what cannot be seen has no place there either.
  if (/%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(url.slice(url.indexOf(path) + path.length).replace(/%0[ad9]/gi, ''))) {
    throw problem('bad-request', { detail: 'The address holds a character it cannot hold.' })
  }
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw problem('bad-request', { detail: 'The address is not encoded as UTF-8.' })
  }
  // A slash or backslash that hides in an encoding, and anything that cannot be seen, is a trick or an accident.
  if (/\p{Cc}|\\/u.test(decoded) || /%2f/i.test(path))
    throw problem('bad-request', { detail: 'The address holds a character it cannot hold.' })
}
