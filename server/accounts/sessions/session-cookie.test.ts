import { describe, expect, test } from 'vitest'
import { cookieOf } from './session-cookie.ts'

const sites = [
  ['https://cards.example', true],
  ['https://localhost:3000', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  // Browsers would reject a `__Host-` cookie here, and no one could log in.
  ['http://192.168.1.20:3000', false],
] as const

describe.each(sites)('a cookie at %s', (publicUrl, isHost) => {
  test.each(['session', 'known', 'passkey', 'login-abc'])('AUTH-2 for %s is host-only, for every path, and HttpOnly', (part) => {
    for (const oidcIssuer of ['', 'https://login.example']) {
      const cookie = cookieOf({ publicUrl, oidcIssuer }, part)
      for (const text of [cookie.write('value', 60), cookie.clear()]) {
        const [pair = '', ...rest] = text.split('; ')
        expect(pair.startsWith(`${isHost ? '__Host-' : ''}${part}=`)).toBe(true)
        const flags = rest.filter((flag) => !flag.startsWith('Max-Age'))
        expect(flags).toEqual(['Path=/', 'HttpOnly', `SameSite=${oidcIssuer ? 'Lax' : 'Strict'}`, ...(isHost ? ['Secure'] : [])])
      }
    }
  })

  test('is read by its exact name', () => {
    const cookie = cookieOf({ publicUrl, oidcIssuer: '' })
    const read = (header: string) => cookie.read(new Request('http://localhost', { headers: { cookie: header } }))
    expect(read(`${cookie.name}=a`)).toBe('a')
    expect(read(`x${cookie.name}=a; ${cookie.name}x=b; ${cookie.name.toUpperCase()}=c`)).toBeNull()
    // Whitespace to JavaScript, characters to HTTP: a browser stores such a name as another cookie, without the `__Host-` rules.
    for (const blank of ['\u00a0', '\u00a0 ', ' \u00a0', '\u0085', '\v', '\f'])
      expect([blank, read(`${blank}${cookie.name}=a`), read(`b=c;${blank}${cookie.name}=a`)]).toEqual([blank, null, null])
    expect(read(`a=b;\t ${cookie.name}=c \t; d=e`)).toBe('c')
    expect(read(isHost ? 'session=a; __Secure-session=b' : '__Host-session=a')).toBeNull()
  })
})
