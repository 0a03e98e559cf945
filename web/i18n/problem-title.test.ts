import { expect, test } from 'vitest'
import { problemTitle } from './problem-title.ts'
import { loadMessages, translatorFor } from './use-translate.ts'

await Promise.all([loadMessages('en'), loadMessages('fr-FR')])
const tooMany = { type: '/problems/too-many-requests', title: 'Too many requests. Try again in a moment.' }

test('a problem’s title is in the reader’s language', () => {
  expect(problemTitle(translatorFor('en'), tooMany)).toBe(tooMany.title)
  expect(problemTitle(translatorFor('fr-FR'), tooMany)).toBe('Trop de demandes. Réessayez dans un instant.')
})

test('a problem without a translation keeps the server’s title', () => {
  expect(problemTitle(translatorFor('fr-FR'), { type: '/problems/gone', title: 'Gone.' })).toBe('Gone.')
  expect(problemTitle(translatorFor('fr-FR'), {})).toBe('')
})
