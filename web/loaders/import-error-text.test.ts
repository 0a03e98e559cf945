import { expect, test } from 'vitest'
import { loadMessages } from '../i18n/use-translate.ts'
import { importErrorText } from './import-error-text.ts'

test('LANG-1 errors of an import are translated sentence by sentence', async () => {
  const t = await loadMessages('fr-FR')
  expect(importErrorText(t, 'The alias anna is already used on line 3.')).toBe('L’alias anna figure déjà à la ligne 3.')
  expect(importErrorText(t, 'The link must start with https://')).toBe('Le lien doit commencer par https://')
  expect(importErrorText(t, 'Line 3: The alias is missing. No cards were created.')).toBe(
    'Ligne 3\u00A0: L’alias manque. Aucune carte n’a été créée.',
  )
  expect(importErrorText(t, 'Unknown field “fulName”. Did you mean fullName? The column “alias” appears twice.')).toBe(
    'Champ «\u00A0fulName\u00A0» inconnu. Vouliez-vous dire fullName\u202F? La colonne «\u00A0alias\u00A0» apparaît deux fois.',
  )
  expect(importErrorText(t, 'Words of a newer server.')).toBe('Words of a newer server.')
})
