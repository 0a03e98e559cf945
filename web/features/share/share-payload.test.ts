import { describe, expect, test } from 'vitest'
import { loginHref, readSharePayload } from './share-payload.ts'

const publicUrl = 'https://carte.example'
const carrying = (payload: string) => `?${new URLSearchParams({ sharePayload: payload })}`

describe('what is shared survives the login', () => {
  test('SHARE-3 the way to the login says where from and what was about to be shared', () => {
    const href = loginHref('maren', '/maren/connect', `${publicUrl}/s/abcdefgh`)
    const { pathname, search, searchParams } = new URL(href, publicUrl)
    expect([pathname, searchParams.get('from')]).toEqual(['/maren/login', '/maren/connect'])
    expect(readSharePayload(search, publicUrl)).toBe(`${publicUrl}/s/abcdefgh`)
  })

  test.each([
    'https://phishing.example/',
    'javascript:alert(1)',
    'https://carte.example@phishing.example/',
    'https://carte.example.evil.example/',
  ])('a link elsewhere, %s, is not taken from an address anybody can write', (shareLink) => {
    expect(readSharePayload(carrying(JSON.stringify({ shareLink })), publicUrl)).toBeNull()
  })

  test.each(['', '{', 'null', '[]', '{"shareLink":7}'])('%j carries nothing', (payload) => {
    expect(readSharePayload(carrying(payload), publicUrl)).toBeNull()
  })
})
