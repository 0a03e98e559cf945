import { expect, test } from 'vitest'
import { changedTextPath } from './draft/history.ts'

const list = [
  { id: 1, link: 'a', isOn: true },
  { id: 2, link: 'b', isOn: true },
]
const changed = (at: number, part: object) => list.map((item, place) => (place === at ? { ...item, ...part } : item))

test.each([
  ['a text', 'a', 'ab', '.'],
  ['a text of one in a list', list, changed(1, { link: 'bc' }), '.1.link.'],
  ['a text of a thing', { text: 'a', isOn: true }, { text: 'ab', isOn: true }, '.text.'],
])('ACCOUNT-2 letters typed in %s are one step to undo', (_, before, after, place) => {
  expect(changedTextPath(before, after)).toBe(place)
})

test.each([
  ['a switch', list, changed(0, { isOn: false })],
  ['an order', list, list.toReversed()],
  ['two texts at once', list, list.map((item) => ({ ...item, link: 'x' }))],
  ['one that came', list, [...list, { id: 3, link: '', isOn: true }]],
  ['nothing', list, list],
])('ACCOUNT-2 %s is a step of its own', (_, before, after) => {
  expect(changedTextPath(before, after)).toBeNull()
})
