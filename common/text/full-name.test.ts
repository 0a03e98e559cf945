import { expect, test } from 'vitest'
import { fullNameUnder, joined, splitName } from './full-name.ts'

const ada = { firstName: 'Ada', lastName: 'Winter', fullName: 'Ada Winter' }

test.each([
  ['follows a new last name', ada, { lastName: 'Summer' }, 'Ada Summer'],
  ['follows a removed last name', ada, { lastName: '' }, 'Ada'],
  ['stays if it was edited by itself', { ...ada, fullName: 'Dr. Ada' }, { lastName: 'Summer' }, undefined],
  ['takes a new value of its own', ada, { lastName: 'Summer', fullName: 'A. S.' }, 'A. S.'],
  ['follows again once it is emptied', { ...ada, fullName: 'Dr. Ada' }, { fullName: '' }, 'Ada Winter'],
  ['stays if other fields change', ada, {}, undefined],
])('a full name %s', (_, published, changes, fullName) => {
  expect(fullNameUnder(published, changes)).toBe(fullName)
})

test.each([
  ['Ida Maria Berg', false, 'Ida Maria', 'Berg'],
  ['Ida', false, 'Ida', ''],
  ['The Berg Team', true, 'The Berg Team', ''],
])('%s of a team: %s, is split as its owner would', (fullName, isTeam, firstName, lastName) => {
  expect(splitName(fullName, isTeam)).toEqual({ firstName, lastName })
})

test('two long names are cut to the limit of a full name, between letters', () => {
  expect(joined('a'.repeat(150), 'b'.repeat(150))).toBe(`${'a'.repeat(150)} ${'b'.repeat(49)}`)
  expect(joined('a'.repeat(199), 'b')).toBe('a'.repeat(199))
  expect(joined('a'.repeat(198), '🦉')).toBe('a'.repeat(198))
})
