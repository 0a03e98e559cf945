import { expect, test } from 'vitest'
import { loadMessages } from '../i18n/use-translate.ts'
import { issueText } from './issue-text.ts'

test('LANG-1 translates the issues of imports and settings by their codes', async () => {
  const t = await loadMessages('fr-FR')
  const message = 'Words of a newer server.'
  expect(issueText(t, { code: 'aliasDuplicate', values: { alias: 'anna', line: 3 }, message })).toBe(
    'L’alias anna figure déjà à la ligne 3.',
  )
  expect(issueText(t, { code: 'linkNotSecure', values: {}, message })).toBe('Le lien doit commencer par https://')
  const values = { text: 'x', min: 1, max: 9 }
  expect(issueText(t, { code: 'wholeNumber', values, message })).toBe('Un nombre entier entre 1 et 9, pas « x ».')
  expect(issueText(t, { line: 3, code: 'aliasMissing', values: {}, message })).toBe('Ligne 3\u00A0: L’alias manque.')
  expect(issueText(t, { code: '', values: {}, message })).toBe(message)
})
