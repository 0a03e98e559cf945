import { expect, test } from 'vitest'
import { loadMessages } from '../../i18n/use-translate.ts'
import { sayImportFault } from './load-view.ts'

test('LANG-1 what is wrong with a table of cards is said in the reader’s language, one sentence after the other', async () => {
  const t = await loadMessages('fr-FR')
  expect(sayImportFault(t, 'The alias anna is already used on line 3.')).toBe('L’alias anna est déjà à la ligne 3.')
  expect(sayImportFault(t, 'The link must start with https://')).toBe('Le lien doit commencer par https://')
  expect(sayImportFault(t, 'Line 3: The alias is missing. No cards were created.')).toBe(
    'Ligne 3\u00A0: L’alias manque. Aucune carte n’a été créée.',
  )
  expect(sayImportFault(t, 'Unknown field “fulName”. Did you mean fullName? The column “alias” appears twice.')).toBe(
    'Champ «\u00A0fulName\u00A0» inconnu. Vouliez-vous dire fullName\u202F? La colonne «\u00A0alias\u00A0» apparaît deux fois.',
  )
  expect(sayImportFault(t, 'Words of a newer server.')).toBe('Words of a newer server.')
})
