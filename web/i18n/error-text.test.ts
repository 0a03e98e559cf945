import { expect, test } from 'vitest'
import { errorReason, saveErrorText } from './error-text.ts'
import { loadMessages, translatorFor } from './use-translate.ts'

await loadMessages('fr-FR')
const french = translatorFor('fr-FR')
const thrown = (problem: object) => ({ problem: { status: 422, ...problem } })

test.each([
  [thrown({ success: 0, message: 'No settings selected.' }), 'Error updating. No settings selected.'],
  [
    thrown({ type: '/problems/conflict', status: 409, title: 'Someone else changed this in the meantime.' }),
    'Error updating. Someone else changed this in the meantime.',
  ],
  [thrown({ type: '/problems/not-logged-in', status: 401, title: 'Whatever.' }), 'Error updating. Not authenticated.'],
  [thrown({ status: 503, message: 'Refused.' }), 'Error updating. Nothing can be saved right now. Try again in a moment.'],
  [thrown({ type: '/problems/unavailable', status: 503, title: '' }), 'Error updating.'],
  [new TypeError('offline'), 'Error updating.'],
])('ACC-2 a choice that was not saved: %j reads %s', (error, text) => {
  expect(saveErrorText(error, translatorFor('en'))).toBe(text)
})

test('a reason is in the reader’s language where it is known, else in the server’s words', () => {
  const tooMany = 'Too many requests. Try again in a moment.'
  expect(errorReason(thrown({ success: 0, status: 429, message: tooMany }), french)).toBe('Trop de demandes. Réessayez dans un instant.')
  expect(errorReason(thrown({ status: 409, message: 'Taken.' }), french, { keys: { 409: 'subscribe.already' } })).toBe(
    french('subscribe.already'),
  )
  const issues = [
    { path: 'a', code: 'ofNewerServer', message: 'Not today.' },
    { path: 'b', code: 'known', message: 'Known.' },
  ]
  const issueText = (_: unknown, { code }: { code: string }) => (code === 'known' ? 'Connu.' : undefined)
  expect(errorReason(thrown({ issues, detail: 'Not today.' }), french, { issueText })).toBe('Connu.')
  expect(errorReason(thrown({ issues, detail: 'Not today.' }), french)).toBe('Not today.')
})
