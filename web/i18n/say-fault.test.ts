import { expect, test } from 'vitest'
import { accountSayer } from './account-catalogues.ts'
import { sayFault } from './say-fault.ts'

test('LANG-1 what is wrong with a draft is said in the reader’s language, with what was filled in', async () => {
  const say = await accountSayer('fr-FR')
  expect(sayFault(say, 'This does not look like an address of Instagram.')).toBe('Cela ne ressemble pas à une adresse Instagram.')
  expect(sayFault(say, 'This is too long: at most 200 letters.')).toBe('C’est trop long : 200 caractères au plus.')
  expect(sayFault(say, 'Words of a newer server.')).toBe('Words of a newer server.')
})
