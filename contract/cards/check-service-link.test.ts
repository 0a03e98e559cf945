import fc from '../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { readOwnLink, readServiceLink, readWebLink } from './check-service-link.ts'

const [instagram, website, whatsapp] = [6, 15, 26]

describe('a service’s link', () => {
  test.each([
    [instagram, 'instagram.com/maren', 'https://instagram.com/maren'],
    [instagram, '  https://www.instagram.com/maren ', 'https://www.instagram.com/maren'],
    [website, 'http://harborpine.example', 'http://harborpine.example/'],
    [website, 'https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
    [whatsapp, '+1 (207) 555-0142', 'https://wa.me/12075550142'],
    [whatsapp, '207 555 0142', 'https://wa.me/12075550142'],
    [whatsapp, '0040 721 234 567', 'https://wa.me/40721234567'],
    [whatsapp, 'https://wa.me/12075550142', 'https://wa.me/12075550142'],
  ])('%i %j is saved as the URL parser normalizes it', (id, typed, href) => {
    expect(readServiceLink(id, typed)).toEqual({ href })
  })

  test.each([
    [instagram, 'https://instagram.com.evil.example/maren', { issue: 'hostMismatch', values: { name: 'Instagram' } }],
    [instagram, 'https://facebook.com/maren', { issue: 'hostMismatch', values: { name: 'Instagram' } }],
    [whatsapp, '0721 234 567', { issue: 'phoneInvalid' }],
    [whatsapp, 'https://maren.example', { issue: 'hostMismatch', values: { name: 'WhatsApp' } }],
    [website, 'maren', { issue: 'linkInvalid' }],
    [website, 'http://localhost/admin', { issue: 'linkInvalid' }],
    [website, 'https://bank.example@evil.example', { issue: 'linkInvalid' }],
    [website, 'https://harbor\u200Bpine.example/', { issue: 'linkInvisibleCharacter' }],
    [website, 'https://harborpine.example/a b', { issue: 'linkInvisibleCharacter' }],
  ])('%i %j is refused: %j', (id, typed, issue) => {
    expect(readServiceLink(id, typed)).toEqual(issue)
  })
})

describe('unsafe addresses', () => {
  const unsafe = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'blob:x',
    'vbscript:x',
  ]
  test.each(unsafe)('%j is refused', (typed) => {
    expect(readWebLink(typed)).toHaveProperty('issue')
    expect(readOwnLink(typed)).toHaveProperty('issue')
  })

  test('any saved link is a web address and reads the same again', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.tuple(fc.constantFrom(...unsafe), fc.string()).map((both) => both.join('')),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const read = readWebLink(text)
        if (!('href' in read)) return
        expect(read.href).toMatch(/^https?:\/\//)
        expect(readWebLink(read.href)).toEqual(read)
      }),
    )
  })
})

test.each([
  ['mailto:maren@example.com', 'mailto:maren@example.com'],
  ['tel:+12075550142', 'tel:+12075550142'],
  ['harborpine.example/open-houses', 'https://harborpine.example/open-houses'],
])('MENU a menu link may be %s', (typed, href) => {
  expect(readOwnLink(typed)).toEqual({ href })
})
