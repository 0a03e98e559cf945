import { expect, test } from 'vitest'
import { accountSayer } from './account-catalogues.ts'
import { sayImportFault } from './say-import-fault.ts'

test('LANG-1 what is wrong with a table of cards is said in the reader’s language, one sentence after the other', async () => {
  const say = await accountSayer('fr-FR')
  expect(sayImportFault(say, 'The alias anna is on line 3 already.')).toBe('L’alias anna est déjà à la ligne 3.')
  expect(sayImportFault(say, 'A link must start with https://')).toBe('Un lien commence par https://')
  expect(sayImportFault(say, 'Line 3: The alias is missing. Nothing was made.')).toBe('Ligne 3 : L’alias manque. Rien n’a été créé.')
  expect(sayImportFault(say, 'There is no field “fulName”. Did you mean fullName? The column “alias” is there twice.')).toBe(
    'Il n’y a pas de champ « fulName ». Vouliez-vous dire fullName ? La colonne « alias » est là deux fois.',
  )
  expect(sayImportFault(say, 'Words of a newer server.')).toBe('Words of a newer server.')
})
