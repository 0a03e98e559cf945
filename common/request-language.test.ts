import { describe, expect, test } from 'vitest'
import { chooseLanguage, requestLanguage } from './request-language.ts'

describe('chooseLanguage', () => {
  test.each([
    [null, 'en'],
    ['', 'en'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
    ['fr-BE', 'fr-FR'],
    ['FR', 'fr-FR'],
    ['ro-MD,en;q=0.5', 'ro'],
    ['en-US,en;q=0.9', 'en-US'],
    ['en-GB', 'en'],
    ['xx,pl;q=0.9', 'en'],
    ['xx;q=0.9, ro;q=0.4, fr;q=0.6', 'fr-FR'],
    ['en;q=0, ro', 'ro'],
    [';;;q=,,,', 'en'],
    ['x'.repeat(100_000), 'en'],
    ['constructor, __proto__, toString', 'en'],
    ['valueOf, ro', 'ro'],
  ])('LANG-1 %j gets %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language)
  })
})

test.each([
  ['language=ro', 'ro'],
  ['a=b; language=fr-CA; c=d', 'fr-CA'],
  ['language=xx', 'fr-FR'],
])('LANG-1 the language chosen on this device takes precedence: %s', (cookie, language) => {
  expect(requestLanguage({ headers: new Headers({ cookie, 'accept-language': 'fr' }) })).toBe(language)
})
