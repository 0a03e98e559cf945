import { expect, test } from 'vitest'
import { loadMessages } from './use-translate.ts'
import { issueMessage } from './issue-message.ts'

test('LANG-1 translates a draft’s issues with their values', async () => {
  const t = await loadMessages('fr-FR')
  expect(issueMessage(t, 'This doesn’t look like a link to Instagram.')).toBe('Ceci ne ressemble pas à un lien Instagram.')
  expect(issueMessage(t, 'Use 200 characters or fewer.')).toBe('200 caractères maximum.')
  expect(issueMessage(t, 'Words of a newer server.')).toBe('Words of a newer server.')
})
