import { isSecureAddress } from '#common/is-secure-address.ts'
import type { Settings } from '#server/settings.ts'

export type Site = Pick<Settings, 'publicUrl' | 'oidcIssuer'>

/**
 * A cookie of this site, set only at sign-in. Browsers accept the `__Host-` prefix over TLS and on localhost; over plain HTTP in a
 * local network they would reject it, so there the name has no prefix.
 */
export function cookieOf({ publicUrl, oidcIssuer }: Site, part = 'session') {
  const isSecure = isSecureAddress(publicUrl)
  const name = isSecure ? `__Host-${part}` : part
  // A redirect back from the identity provider would not send a strict cookie.
  const sameSite = oidcIssuer ? 'Lax' : 'Strict'
  const always = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    name,
    read: (request: Request) => readCookie(request, name),
    write: (value: string, seconds: number) => `${name}=${value}; Max-Age=${Math.max(0, Math.floor(seconds))}; ${always}`,
    clear: () => `${name}=; Max-Age=0; ${always}`,
  }
}

/** In the order the browser sent them. */
export const cookieNames = (request: Request) => pairsIn(request).map(([name]) => name)

const readCookie = (request: Request, name: string) => pairsIn(request).find(([key, value]) => key === name && value)?.[1] ?? null

function pairsIn(request: Request): [name: string, value: string][] {
  const header = request.headers.get('cookie') ?? ''
  return header.split(';').map((pair) => {
    const [name = '', value = ''] = trimBlanks(pair).split('=', 2)
    return [name, value]
  })
}

const isBlank = (letter: string | undefined) => letter === ' ' || letter === '\t'

/** Trims spaces and tabs only: in HTTP, other whitespace is part of the value. */
function trimBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (isBlank(text[from])) from++
  while (to > from && isBlank(text[to - 1])) to--
  return text.slice(from, to)
}
