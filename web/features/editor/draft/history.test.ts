import { expect, test } from 'vitest'
import { readPublished, type DraftFields } from './edited.ts'
import { keyOf, noHistory, record, stepBack, stepForth, stepFrom, type History } from './history.ts'

const card = readPublished({ title: 'Broker', bio: '', services: [], showVideoOnHomepage: false })

/** A history of these changes, each so many milliseconds after the one before. */
function historyOf(...changes: [after: number, fields: DraftFields][]): History {
  let [at, edited, history] = [0, card, noHistory]
  for (const [after, fields] of changes) {
    at += after
    history = record(history, stepFrom(edited, fields, at))
    edited = { ...edited, ...fields }
  }
  return history
}

test('ACCOUNT-2 continuous typing is one step, a pause starts another', () => {
  const typed = historyOf([0, { title: 'A' }], [200, { title: 'Ag' }], [200, { title: 'Age' }], [2000, { title: 'Agen' }])
  expect(typed.past.map(({ before, after }) => [before.title, after.title])).toEqual([
    ['Broker', 'Age'],
    ['Age', 'Agen'],
  ])
})

test.each<[string, DraftFields]>([
  ['another field', { bio: 'Hello' }],
  ['a switch', { showVideoOnHomepage: true }],
  ['two things at once', { title: 'Agent', bio: 'Hello' }],
])('ACCOUNT-2 %s is a step of its own, however quick', (_, fields) => {
  expect(historyOf([0, { title: 'A' }], [50, fields]).past).toHaveLength(2)
})

test('ACCOUNT-2 undo and redo return to the same state; a new change clears redo', () => {
  const history = historyOf([0, { title: 'A' }], [5000, { bio: 'Hello' }])
  const back = stepBack(history)
  expect([back?.step.before, back && keyOf(back.step)]).toEqual([{ bio: '' }, 'bio'])
  expect(back && stepForth(back.history)?.history).toEqual(history)
  expect(back && record(back.history, stepFrom(card, { title: 'B' }, 99_000)).future).toEqual([])
  expect([stepBack(noHistory), stepForth(noHistory)]).toEqual([null, null])
})

test('ACCOUNT-2 the oldest steps are dropped, never the newest', () => {
  const many = Array.from({ length: 260 }, (_, at): [number, DraftFields] => [5000, { title: String(at) }])
  const { past } = historyOf(...many)
  expect([past.length, past.at(-1)?.after]).toEqual([200, { title: '259' }])
})
