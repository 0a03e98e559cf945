import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { externalOriginsOf, sealPage } from './seal-page.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const policyOf = (html: string, images: string[] = []) => sealPage(html, 'n-1', { images }).headers['content-security-policy'] ?? ''

describe('the policy of a page', () => {
  test('allows the app’s scripts, and none injected through text', () => {
    const policy = policyOf('<script nonce="n-1">own()</script><p>bio <script>alert(1)</script><script nonce="guess">alert(2)</script></p>')
    expect(policy).toContain(hash('own()'))
    expect(policy).not.toContain(hash('alert(1)'))
    expect(policy).not.toContain(hash('alert(2)'))
  })

  test('the nonce is removed, so a cached page does not reveal it', () => {
    expect(sealPage('<script nonce="n-1">own()</script>', 'n-1').html).toBe('<script>own()</script>')
  })

  test('allows only styles hoisted into the head', () => {
    const policy = policyOf('<style data-precedence="base">a{}</style><p><style>b{}</style></p>')
    expect(policy).toContain(hash('a{}'))
    expect(policy).not.toContain(hash('b{}'))
  })

  test('allows only origins that the settings or the card name', () => {
    expect(policyOf('<div data-frames-from="https://player.vimeo.com">')).toContain("frame-src 'self' https://player.vimeo.com;")
    expect(policyOf('<div data-images-from="https://a.example javascript: * https://b.example/;script-src">')).toContain(
      "img-src 'self' data: https://a.example;",
    )
    expect(policyOf('', ['https://tiles.example'])).toContain('https://tiles.example')
  })
})

test('CAP-2 a third-party captcha is allowed only if the settings choose it', () => {
  const policyWith = (captcha: 'proof-of-work' | 'recaptcha' | 'turnstile') =>
    sealPage('<p></p>', 'n-1', externalOriginsOf({ captcha, tilesUrl: '' })).headers['content-security-policy']
  expect(policyWith('proof-of-work')).toMatch(/frame-src 'self';.*connect-src 'self';/)
  expect(policyWith('turnstile')).toContain("frame-src 'self' https://challenges.cloudflare.com;")
  expect(policyWith('recaptcha')).toContain("connect-src 'self' https://www.google.com;")
})
