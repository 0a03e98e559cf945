import { describe, expect, test } from 'vitest'
import { loginHref, readSharePayload } from './share-payload.ts'

const publicUrl = 'https://carte.example'
const carrying = (payload: string) => `?${new URLSearchParams({ sharePayload: payload })}`

describe('the link to share survives the login', () => {
  test('SHARE-3 the login link has the page and the link to share', () => {
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
  ])('ignores a link to another site: %s', (shareLink) => {
    expect(readSharePayload(carrying(JSON.stringify({ shareLink })), publicUrl)).toBeNull()
  })

  test.each(['', '{', 'null', '[]', '{"shareLink":7}'])('%j carries nothing', (payload) => {
    expect(readSharePayload(carrying(payload), publicUrl)).toBeNull()
  })
})
