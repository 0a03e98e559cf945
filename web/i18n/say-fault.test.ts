import { expect, test } from 'vitest'
import { accountSayer } from './account-catalogues.ts'
import { sayFault } from './say-fault.ts'

test('LANG-1 what is wrong with a draft is said in the reader’s language, with what was filled in', async () => {
  const say = await accountSayer('fr-FR')
  expect(sayFault(say, 'This doesn’t look like a link to Instagram.')).toBe('Ceci ne ressemble pas à un lien Instagram.')
  expect(sayFault(say, 'Use 200 characters or fewer.')).toBe('200 caractères maximum.')
  expect(sayFault(say, 'Words of a newer server.')).toBe('Words of a newer server.')
})
