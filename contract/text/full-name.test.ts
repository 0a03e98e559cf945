import { expect, test } from 'vitest'
import { fullNameUnder, joined } from './full-name.ts'

const ada = { firstName: 'Ada', lastName: 'Winter', fullName: 'Ada Winter' }

test.each([
  ['follows a new last name', ada, { lastName: 'Summer' }, 'Ada Summer'],
  ['follows a name that is taken away', ada, { lastName: '' }, 'Ada'],
  ['stays where it was written on purpose', { ...ada, fullName: 'Dr. Ada' }, { lastName: 'Summer' }, undefined],
  ['is what is written now', ada, { lastName: 'Summer', fullName: 'A. S.' }, 'A. S.'],
  ['follows again when it is emptied', { ...ada, fullName: 'Dr. Ada' }, { fullName: '' }, 'Ada Winter'],
  ['stays when something else changes', ada, {}, undefined],
])('a full name %s', (_, published, changes, fullName) => {
  expect(fullNameUnder(published, changes)).toBe(fullName)
})

test('two long names are no longer than one may be, cut between letters', () => {
  expect(joined('a'.repeat(150), 'b'.repeat(150))).toBe(`${'a'.repeat(150)} ${'b'.repeat(49)}`)
  expect(joined('a'.repeat(199), 'b')).toBe('a'.repeat(199))
  expect(joined('a'.repeat(198), '🦉')).toBe('a'.repeat(198))
})
