import { expect, test } from 'vitest'
import { labelsMax } from '#contract/constants.ts'
import { loadMessages, translatorFor } from '../../i18n/use-translate.ts'
import { contactErrorText } from './use-mutation.ts'

await loadMessages('fr-FR')
const french = (problem: object) => contactErrorText({ problem: { status: 422, ...problem } }, translatorFor('fr-FR'))

test('a card with too many labels is described in the reader’s language', () => {
  const message = 'A card can have at most 10,000 labels.'
  expect(french({ success: 0, message, issues: [{ path: 'tags', code: 'labelsTooMany', values: { limit: labelsMax }, message }] })).toBe(
    'La mise à jour a échoué. Une carte peut avoir au plus 10\u202F000 étiquettes.',
  )
})

test('a field’s code is translated; other errors keep the server’s words', () => {
  const notes = { path: 'notes', code: 'notesTooMany', values: { limit: 500 }, message: 'A contact can have at most 500 notes.' }
  expect(french({ issues: [notes] })).toBe('La mise à jour a échoué. Un contact peut avoir au plus 500 notes.')
  expect(french({ code: 'ofNewerServer', detail: 'Not today.' })).toBe('La mise à jour a échoué. Not today.')
})
