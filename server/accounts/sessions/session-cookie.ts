import type { Settings } from '#server/settings.ts'

export type Site = Pick<Settings, 'publicUrl' | 'oidcIssuer'>

/**
 * A cookie, and only for who signs in. Browsers keep a `__Host-` cookie over TLS and on this very machine;
 * on a plain address in a local network, where they would not, it goes without.
 */
export function cookieOf({ publicUrl, oidcIssuer }: Site, part = 'session') {
  const { protocol, hostname } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const name = isSecure ? `__Host-${part}` : part
  // A login that comes back from another site would arrive without a strict cookie.
  const sameSite = oidcIssuer ? 'Lax' : 'Strict'
  const always = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    name,
    read: (request: Request) => readCookie(request, name),
    write: (value: string, seconds: number) => `${name}=${value}; Max-Age=${Math.max(0, Math.floor(seconds))}; ${always}`,
    clear: () => `${name}=; Max-Age=0; ${always}`,
  }
}

/** In the order they were sent. */
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

/** Without the spaces and tabs that may surround a value. Other white space is part of it in HTTP. */
function trimBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (isBlank(text[from])) from++
  while (to > from && isBlank(text[to - 1])) to--
  return text.slice(from, to)
}
