import { expect, test } from 'vitest'
import { issueMessage } from './issue-message.ts'
import { loadMessages } from './use-translate.ts'

test('LANG-1 translates a draft’s issues by their codes', async () => {
  const t = await loadMessages('fr-FR')
  const message = 'Words of a newer server.'
  expect(issueMessage(t, { code: 'hostMismatch', values: { name: 'Instagram' }, message })).toBe(
    'Ceci ne ressemble pas à un lien Instagram.',
  )
  expect(issueMessage(t, { code: 'tooLong', values: { most: 200 } })).toBe('200 caractères maximum.')
  expect(issueMessage(t, { code: 'ofNewerServer', message })).toBe(message)
  expect(issueMessage(t, { message })).toBe(message)
})
