import { expect, test } from 'vitest'
import { languageTable } from '../languages.ts'
import { consentVersion, consentWords } from './consent.ts'

const owner = 'Maren Holloway, Harbor & Pine Realty'

test.each(['en', 'en-US', 'fr-FR', 'fr-CA', 'ro'])('the consent in %s names the owner once', (language) => {
  const words = consentWords(consentVersion, language, owner) ?? ''
  expect(words.split(owner)).toHaveLength(2)
})

test('earlier versions keep their text', () => {
  expect(consentWords('2026-11', 'en-US', 'Ada')).toMatch(/^Your details go to Ada, who will use them to answer you\./)
  expect(consentWords('never-was', 'en', 'Ada')).toBeNull()
})

test.each([
  ['fr-CA', 'en tout temps'],
  ['pl', 'at any time'],
])('a language without a text that extends %s gets that one', (base, end) => {
  const table = { ...languageTable, xx: { name: 'Another', extends: base }, pl: { name: 'Polski' } }
  expect(consentWords(consentVersion, 'xx', 'Ada', table)).toContain(end)
})
