import { expect, test } from 'vitest'
import { loadMessages } from './use-translate.ts'
import { faultMessage } from './fault-message.ts'

test('LANG-1 what is wrong with a draft is said in the reader’s language, with what was filled in', async () => {
  const t = await loadMessages('fr-FR')
  expect(faultMessage(t, 'This doesn’t look like a link to Instagram.')).toBe('Ceci ne ressemble pas à un lien Instagram.')
  expect(faultMessage(t, 'Use 200 characters or fewer.')).toBe('200 caractères maximum.')
  expect(faultMessage(t, 'Words of a newer server.')).toBe('Words of a newer server.')
})
